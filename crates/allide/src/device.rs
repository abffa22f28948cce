use crate::words::words;

/// Where a question is answered.
///
/// ```
/// use allide::{Device, Method};
///
/// assert_eq!("gpu".parse::<Device>()?, Device::Gpu);
/// assert_eq!(Method::Divide.devices(), [Device::Cpu]);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Device {
    /// The CPU, with all its threads and vector instructions.
    Cpu,
    /// A GPU, or a software adapter.
    Gpu,
}

impl Device {
    /// Both devices.
    pub const ALL: [Self; 2] = [Self::Cpu, Self::Gpu];

    /// The word used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Device::Cpu => "cpu",
            Device::Gpu => "gpu",
        }
    }
}

words!(Device, "device");
