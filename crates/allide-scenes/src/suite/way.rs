use allide::{Cover, Device, Method, Offset, Rendering, Views};
use std::fmt;

/// Pixels along each side of the views of sampled methods, and the resolution of rays.
pub const SAMPLED: u32 = 256;

/// Pixels along each side of drawn views of `far`: the answer is the same with any number, and sooner there with few.
const DRAWN: u32 = 64;

/// A method on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Way {
    /// The method, with its options.
    pub method: Method,
    /// The device.
    pub device: Device,
}

impl Way {
    /// A method on the CPU.
    pub const fn cpu(method: Method) -> Self {
        Self { method, device: Device::Cpu }
    }

    /// A method on a GPU.
    pub const fn gpu(method: Method) -> Self {
        Self { method, device: Device::Gpu }
    }

    /// Every method on each of its devices.
    pub fn all() -> impl Iterator<Item = Self> {
        Device::ALL.into_iter().flat_map(Self::on)
    }

    /// Every method that runs on a device, `auto` first, with few pixels where it draws; `far` also as it is drawn, by offsets
    /// and by whatever the adapter's rasteriser does.
    pub fn on(device: Device) -> impl Iterator<Item = Self> {
        let sampled = Views { resolution: Some(SAMPLED), ..Views::DEFAULT };
        let far = |cover| Method::Far { resolution: Some(DRAWN), cover };
        let methods = Method::on(device).flat_map(move |method| match method {
            Method::Cullide(_) => vec![Method::Cullide(sampled)],
            Method::SelfCullide(_) => vec![Method::SelfCullide(sampled)],
            Method::Raycast { algorithm, .. } => vec![Method::Raycast { algorithm, resolution: Some(SAMPLED) }],
            Method::Rays { .. } => vec![Method::Rays { resolution: Some(SAMPLED) }],
            Method::Far { .. } => {
                let covers = [Cover::Offset(Offset::Uobb, Rendering::DEFAULT), Cover::Conservative(Rendering::DEFAULT)];
                [method].into_iter().chain(covers.map(far)).collect()
            }
            _ => vec![method],
        });
        methods.map(move |method| Self { method, device })
    }

    /// Whether it uses the rasteriser of a GPU.
    pub fn is_drawn(&self) -> bool {
        match self.method {
            Method::Far { cover, .. } => cover.rendering().is_some(),
            Method::Cullide(_) | Method::SelfCullide(_) | Method::Raycast { .. } => true,
            _ => false,
        }
    }
}

/// `bvh, gpu`
impl fmt::Display for Way {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}, {}", self.method, self.device)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_there_on_each_of_its_devices() {
        for method in Method::ALL {
            for &device in method.devices() {
                assert!(Way::all().any(|way| way.method.name() == method.name() && way.device == device), "{method}");
            }
        }
        assert!(Way::all().all(|way| way.method.devices().contains(&way.device)));
        assert!(Device::ALL.iter().all(|&device| Way::on(device).next().unwrap().method == Method::Auto));
    }

    #[test]
    fn a_way_is_shown_as_method_and_device() {
        assert_eq!(Way::gpu(Method::Bvh).to_string(), "bvh, gpu");
        assert_eq!(Way::on(Device::Gpu).filter(Way::is_drawn).count(), 5);
    }
}
