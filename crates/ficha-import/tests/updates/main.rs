//! A world, the card behind it and a newer card, on real folders: tools that look, acts that happen whole, undoing to
//! the byte.

#[path = "../../../ficha-library/tests/common/failing.rs"]
mod failing;

mod acts;
mod faults;
mod looking;
mod world;
