#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod arrow;
mod batch;
mod call;
mod cbor;
mod cells;
mod columns;
mod error;
mod json;
mod kind;
mod pipe;
mod schema;
mod store;
mod value;

pub use rowlens_sys as sys;

pub use arrow::{ArrowArray, ArrowSchema};
pub use batch::{Batch, Written};
pub use call::Part;
pub use cells::{Cells, Column};
pub use columns::{Array, Columns, Field, Type};
pub use error::Error;
pub use json::{from_hex, to_hex};
pub use kind::{KeyRange, Kind, Parts, Record};
pub use pipe::{answer, identify, inspect, Identified};
pub use schema::Schema;
pub use store::{compare, hash32, hlc_join, hlc_split, Order};
pub use value::Value;

/// The version of this crate. The library that it calls is of the same one or a later one.
pub const VERSION: &str = sys::RL_VERSION;
