use crate::words::words;

/// What a question is answered on.
///
/// ```
/// use allide::{Device, Method};
///
/// assert_eq!("gpu".parse::<Device>()?, Device::Gpu);
/// assert_eq!(Method::Divide.devices(), [Device::Cpu]);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Device {
    /// The processor, with all its threads and vector instructions.
    Cpu,
    /// A graphics processor, or what stands in for one.
    Gpu,
}

impl Device {
    /// Both.
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
