//! The crate with the real library: its answers, and its effects on a process.

mod abi;
mod batch;
#[cfg(feature = "arrow")]
mod batches;
mod columns;
mod encode;
mod given;
mod golden;
mod hostile;
mod hostile_stores;
mod nulls;
mod parts;
mod process;
mod single;
mod stores;
mod tables;
#[cfg(feature = "serde")]
mod typed;
mod vectors;
