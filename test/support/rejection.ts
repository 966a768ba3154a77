/** What a promise rejects with; a promise that resolves is an error of the test. */
export async function rejectionOf(promise: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`it should have been rejected, and resolved to ${JSON.stringify(value)}`);
}
