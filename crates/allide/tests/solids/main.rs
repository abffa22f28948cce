//! Closed solids: how pairs of them meet, against volumes in rational arithmetic.

mod generators;
