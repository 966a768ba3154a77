export { percentile, valuesNeeded } from "./percentile.js";
