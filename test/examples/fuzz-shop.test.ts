// On its own, for it takes a second or two.
import "../../examples/fuzz/shop-faults.test.js";
