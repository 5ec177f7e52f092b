// Its examples use the features, so they are tests only with them.
#![cfg_attr(any(not(doctest), all(feature = "serde", feature = "arrow")), doc = include_str!("../README.md"))]
#![warn(missing_docs, missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arrow;
mod batch;
mod bits;
mod call;
mod cbor;
mod cells;
mod columns;
mod diff;
mod encode;
mod error;
mod files;
mod index;
mod json;
mod kind;
mod kinds;
mod parts;
#[cfg(feature = "arrow")]
mod record_batch;
mod rows;
mod schema;
mod source;
mod stats;
mod store;
mod stores;
#[cfg(feature = "serde")]
mod typed;
mod unknown;
#[cfg(feature = "serde")]
mod unvalue;
mod value;

#[cfg(feature = "arrow")]
pub use arrow_array;
pub use rowlens_sys as sys;

pub use arrow::{ArrowArray, ArrowSchema};
pub use batch::Batch;
pub use call::{answer, Part};
pub use cells::{Cells, PartCells};
pub use columns::{Column, Columns, Field, Type};
pub use diff::{diff_rows, Change, Diff, Difference, Totals};
pub use encode::{EncodedBatch, Member};
pub use error::Error;
pub use files::ReadAt;
pub use json::{from_hex, to_hex};
pub use kind::{DecodedRecord, KeyRange, Kind, Parts};
pub use kinds::ErrorKind;
pub use parts::StorePart;
pub use rows::{ArrowStream, Rows};
pub use schema::Schema;
pub use source::Source;
pub use stats::Stats;
pub use store::{hash32, hlc_join, hlc_split, Hlc, Order};
pub use stores::{Scan, Store, Table};
pub use unknown::{decode, identify, inspect, Identified};
pub use value::Value;

/// The version of this crate. The library that it calls has the same version or a later one.
pub const VERSION: &str = sys::RL_VERSION;
