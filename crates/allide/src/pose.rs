use crate::Error;
use allide_geom::predicates::orient3d;
use glam::{DAffine3, DMat3, DQuat, DVec3};

/// The placement of an object: a rigid or affine map from its mesh to the world.
///
/// World coordinates are the mesh's coordinates, mapped and rounded to `f64` once; that rounding is part of the input.
///
/// ```
/// use allide::{DVec3, Pose};
///
/// let up = Pose::translation(0.0, 0.0, 1.0)?;
/// let twice_as_large = Pose::affine([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]], [0.0; 3])?;
/// assert_eq!(up.after(&twice_as_large)?.apply(DVec3::ONE), DVec3::new(2.0, 2.0, 3.0));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose(DAffine3);

impl Pose {
    /// The mesh's own coordinates.
    pub const IDENTITY: Self = Self(DAffine3::IDENTITY);

    /// A translation without rotation.
    ///
    /// # Errors
    /// A number that is not finite.
    pub fn translation(x: f64, y: f64, z: f64) -> Result<Self, Error> {
        check_finite("translation", &[x, y, z])?;
        Ok(Self(DAffine3::from_translation(DVec3::new(x, y, z))))
    }

    /// A rotation by `angle` radians about `axis` (of any nonzero length) through the origin, then a translation.
    ///
    /// # Errors
    /// A number that is not finite, or an axis of length zero.
    pub fn rotation_translation(axis: [f64; 3], angle: f64, translation: [f64; 3]) -> Result<Self, Error> {
        check_finite("axis coordinate", &axis)?;
        check_finite("angle", &[angle])?;
        check_finite("translation", &translation)?;
        let axis = DVec3::from(axis);
        if axis == DVec3::ZERO {
            return Err(Error::ZeroAxis);
        }
        // The square of a tiny or huge length is coarse or out of range.
        let is_fit = (1e-200..1e200).contains(&axis.length_squared());
        let axis = if is_fit { axis } else { axis / axis.abs().max_element() };
        let rotation = DQuat::from_axis_angle(axis.normalize(), angle);
        Ok(Self(DAffine3::from_rotation_translation(rotation, translation.into())))
    }

    /// A rotation about the origin, then a translation. The rotation is a quaternion x, y, z, w, in the order of glTF
    /// and ROS, of any nonzero length.
    ///
    /// ```
    /// use allide::{DVec3, Pose};
    ///
    /// let half = std::f64::consts::FRAC_1_SQRT_2;
    /// let quarter_turn = Pose::quaternion_translation([0.0, 0.0, half, half], [5.0, 0.0, 0.0])?;
    /// let corner = quarter_turn.apply(DVec3::new(1.0, 0.0, 0.0));
    /// assert!(corner.distance(DVec3::new(5.0, 1.0, 0.0)) < 1e-15);
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// A number that is not finite, or a quaternion of length zero.
    pub fn quaternion_translation(quaternion: [f64; 4], translation: [f64; 3]) -> Result<Self, Error> {
        check_finite("quaternion component", &quaternion)?;
        check_finite("translation", &translation)?;
        // The square of a tiny or huge length is coarse or out of range.
        let largest = quaternion.iter().fold(0.0, |largest: f64, component| largest.max(component.abs()));
        if largest == 0.0 {
            return Err(Error::ZeroQuaternion);
        }
        // Divided: the inverse of the smallest numbers is infinite.
        let rotation = DQuat::from_array(quaternion.map(|component| component / largest)).normalize();
        Ok(Self(DAffine3::from_rotation_translation(rotation, translation.into())))
    }

    /// An affine map: the images of the three axes (the columns of the matrix), then of the origin.
    ///
    /// # Errors
    /// An entry that is not finite.
    pub fn affine(columns: [[f64; 3]; 3], translation: [f64; 3]) -> Result<Self, Error> {
        check_finite("matrix entry", columns.as_flattened())?;
        check_finite("translation", &translation)?;
        Ok(Self(DAffine3 { matrix3: DMat3::from_cols_array_2d(&columns), translation: translation.into() }))
    }

    /// An affine map: the columns of a 4 × 4 matrix, as glTF and OpenGL store it.
    ///
    /// ```
    /// use allide::Pose;
    ///
    /// let columns = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [5.0, 0.0, 0.0, 1.0]];
    /// assert_eq!(Pose::matrix(columns)?, Pose::translation(5.0, 0.0, 0.0)?);
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// An entry that is not finite, or a last row other than 0, 0, 0, 1.
    pub fn matrix(columns: [[f64; 4]; 4]) -> Result<Self, Error> {
        check_finite("matrix entry", columns.as_flattened())?;
        let last_row = columns.map(|column| column[3]);
        if last_row != [0.0, 0.0, 0.0, 1.0] {
            return Err(Error::NotAffine { last_row });
        }
        let [x, y, z, translation] = columns.map(|[x, y, z, _]| [x, y, z]);
        Self::affine([x, y, z], translation)
    }

    /// First `inner`, then `self`.
    ///
    /// # Errors
    /// Numbers beyond the range of `f64`.
    pub fn after(&self, inner: &Pose) -> Result<Pose, Error> {
        let both = self.0 * inner.0;
        check_finite("matrix entry", &both.matrix3.to_cols_array())?;
        check_finite("translation", &both.translation.to_array())?;
        Ok(Self(both))
    }

    /// Where a point of the mesh lies in the world.
    #[inline]
    pub fn apply(&self, point: DVec3) -> DVec3 {
        // Written out, so that rounding is the same for every compiler and every caller.
        let [x, y, z] = [self.0.matrix3.x_axis, self.0.matrix3.y_axis, self.0.matrix3.z_axis];
        ((x * point.x + y * point.y) + z * point.z) + self.0.translation
    }

    /// The columns of the matrix: where the three axes point, and the translation.
    pub fn columns(&self) -> [[f64; 3]; 4] {
        let [x, y, z] = [self.0.x_axis, self.0.y_axis, self.0.z_axis].map(|axis| axis.to_array());
        [x, y, z, self.0.w_axis.to_array()]
    }

    /// Whether it turns left hands into right ones: then triangles that were counter-clockwise are clockwise in the world.
    pub fn mirrors(&self) -> bool {
        let matrix = self.0.matrix3;
        orient3d(DVec3::ZERO, matrix.x_axis, matrix.y_axis, matrix.z_axis) < 0
    }

    /// Whether both map every point to the same bits. Equality is not enough: 0.0 equals -0.0, and the sign of a zero
    /// can change how a distance is rounded.
    pub(crate) fn is_same(&self, other: &Pose) -> bool {
        self.bits() == other.bits()
    }

    pub(crate) fn bits(&self) -> [u64; 12] {
        self.0.to_cols_array().map(f64::to_bits)
    }

    /// Whether the mesh's coordinates are used unchanged, whatever the signs of the zeros in this pose.
    pub(crate) fn is_identity(&self) -> bool {
        self.0 == DAffine3::IDENTITY
    }

    /// The linear part and the translation.
    pub(crate) fn parts(&self) -> (DMat3, DVec3) {
        (self.0.matrix3, self.0.translation)
    }
}

fn check_finite(what: &'static str, values: &[f64]) -> Result<(), Error> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(&value) => Err(Error::PoseNotFinite { what, value }),
        None => Ok(()),
    }
}
