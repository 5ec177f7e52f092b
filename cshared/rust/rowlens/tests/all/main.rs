//! The crate with the real library: what it answers, and what it does to a process.

mod abi;
mod batch;
mod columns;
mod encode;
mod golden;
mod hostile;
mod process;
mod single;
mod stores;
mod tables;
mod vectors;
