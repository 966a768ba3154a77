// On its own: it awaits its dataset while it loads, and mocha loads such a file twice.
import "../../examples/shop/shop.test.js";
