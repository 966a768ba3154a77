// Every example is a test of its own; they run here with the rest, against the built package as a user's would.
import "../../examples/chai/matchers.test.js";
import "../../examples/observe/library-agent.test.js";
import "../../examples/scripted/table-booking.test.js";
