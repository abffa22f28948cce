//! Immediates: the few values that a kernel is given with each dispatch, as a struct that mirrors one in WGSL.

/// Values of a `var<immediate>`. [`immediates!`](crate::immediates) defines structs that implement it; kernels without
/// immediates take `()`.
pub trait Immediates: bytemuck::Pod + std::fmt::Debug {
    /// The members, in order. [`crate::check`] compares them with the WGSL.
    const FIELDS: &'static [Field];
}

impl Immediates for () {
    const FIELDS: &'static [Field] = &[];
}

/// A member of a struct that Rust and WGSL share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, the same in both.
    pub name: &'static str,
    /// Its type in WGSL.
    pub wgsl: &'static str,
    /// Bytes before it.
    pub offset: usize,
}

/// A type that has the same bytes in WGSL.
pub trait HostShareable: bytemuck::Pod {
    /// What WGSL calls it.
    const WGSL: &'static str;
}

macro_rules! host_shareable {
    ($($type:ty: $wgsl:literal,)*) => {
        $(impl HostShareable for $type {
            const WGSL: &'static str = $wgsl;
        })*
    };
}

host_shareable! {
    u32: "u32",
    i32: "i32",
    f32: "f32",
    [u32; 2]: "vec2<u32>",
    [i32; 2]: "vec2<i32>",
    [f32; 2]: "vec2<f32>",
    [u32; 3]: "vec3<u32>",
    [i32; 3]: "vec3<i32>",
    [f32; 3]: "vec3<f32>",
    [u32; 4]: "vec4<u32>",
    [i32; 4]: "vec4<i32>",
    [f32; 4]: "vec4<f32>",
}

/// Defines a struct for the immediates of a kernel, with the names, types and order of the WGSL `struct` behind its
/// `var<immediate>`. The WGSL says what the members mean.
///
/// WGSL aligns vectors of 3 and 4 to 16 bytes, and rounds the size of a struct up to its alignment. Rust does neither, so such
/// gaps are members named `padding`, on both sides.
///
/// ```
/// allide_gpu::immediates! {
///     /// What `walk.wgsl` reads.
///     pub struct WalkParams {
///         origin: [i32; 3],
///         count: u32,
///     }
/// }
/// ```
#[macro_export]
macro_rules! immediates {
    ($(#[$about:meta])* $visibility:vis struct $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)+ }) => {
        $(#[$about])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
        #[allow(missing_docs, reason = "the WGSL has them")]
        $visibility struct $name {
            $($(#[$doc])* pub $field: $type,)+
        }

        impl $crate::Immediates for $name {
            const FIELDS: &'static [$crate::Field] = &[$($crate::Field {
                name: stringify!($field),
                wgsl: <$type as $crate::HostShareable>::WGSL,
                offset: std::mem::offset_of!(Self, $field),
            }),+];
        }
    };
}
