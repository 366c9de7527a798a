// A program of a user: Rust over the C interface.
use std::ffi::CStr;
use std::os::raw::{c_char, c_int};

extern "C" {
    fn isobit_sqr_f32(x: *const f32, out: *mut f32, n: usize) -> c_int;
    fn isobit_target() -> *const c_char;
    fn isobit_last_error() -> *const c_char;
}

fn main() {
    let x = [0.0f32, 1.0, 2.0];
    let mut y = [0.0f32; 3];
    let status = unsafe { isobit_sqr_f32(x.as_ptr(), y.as_mut_ptr(), x.len()) };
    assert_eq!(status, 0);
    assert_eq!(y, [0.0, 1.0, 4.0]);
    let refused = unsafe { isobit_sqr_f32(std::ptr::null(), y.as_mut_ptr(), x.len()) };
    assert_ne!(refused, 0);
    let (target, sentence) = unsafe { (CStr::from_ptr(isobit_target()), CStr::from_ptr(isobit_last_error())) };
    println!("Rust consumer on {}: {}", target.to_str().unwrap(), sentence.to_str().unwrap());
}
