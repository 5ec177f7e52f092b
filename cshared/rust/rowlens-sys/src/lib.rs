#![doc = include_str!("../README.md")]
#![no_std]
#![warn(missing_docs)]
#![allow(non_camel_case_types)]

#[rustfmt::skip]
mod abi;

pub use abi::*;

pub use core::ffi::c_void;

/// Reads bytes of a file of the caller's; see rl_reader.
pub type rl_read = Option<unsafe extern "C" fn(context: *mut c_void, file: usize, offset: i64, out: *mut u8, len: usize) -> i64>;

/// Says that nothing will be read any more; see rl_reader.
pub type rl_release = Option<unsafe extern "C" fn(context: *mut c_void)>;

/// The type `char` of C. (core has it since Rust 1.64 only.)
#[cfg(any(target_arch = "aarch64", target_arch = "arm", target_arch = "powerpc", target_arch = "powerpc64", target_arch = "riscv64", target_arch = "s390x"))]
pub type c_char = u8;

/// The type `char` of C. (core has it since Rust 1.64 only.)
#[cfg(not(any(
    target_arch = "aarch64",
    target_arch = "arm",
    target_arch = "powerpc",
    target_arch = "powerpc64",
    target_arch = "riscv64",
    target_arch = "s390x"
)))]
pub type c_char = i8;
