/** The parts of mocha that are used here. Written down, so that its types are nobody's dependency. */
export interface Timed {
  timeout(): number;
  timeout(ms: number): unknown;
}

export interface MochaTest extends Timed {
  readonly state?: string | undefined;
  readonly file?: string | undefined;
  readonly title: string;
  /** What a reporter may print of it. */
  err?: Error | undefined;
  fullTitle(): string;
  isPending(): boolean;
  /** 0 at the first attempt. */
  currentRetry(): number;
}

export interface MochaSuite extends Timed {
  readonly parent?: MochaSuite | undefined;
  readonly suites: readonly MochaSuite[];
  readonly tests: readonly MochaTest[];
  /** At the root, after a file was loaded. The third argument is the Mocha instance. */
  on(
    event: "post-require",
    listener: (context: unknown, file: unknown, mocha: { readonly options: object }) => void,
  ): unknown;
}

/** `this` in a hook. */
export interface HookContext extends Timed {
  readonly test?: { error(error: Error): void; readonly parent?: MochaSuite | undefined } | undefined;
  readonly currentTest?: MochaTest | undefined;
}

/** `this` in a test. */
export interface TestContext {
  readonly test?: MochaTest | undefined;
  /** Makes the test pending, by throwing. */
  skip(): void;
}

/** mocha's globals while it loads a file of tests. */
export interface MochaGlobals {
  readonly describe: (title: string, body: (this: MochaSuite) => void) => MochaSuite;
  readonly it: (title: string, body: (this: TestContext) => Promise<void>) => MochaTest;
  readonly beforeEach: (hook: (this: HookContext) => void) => void;
  readonly afterEach: (hook: (this: HookContext) => void) => void;
  readonly after: (hook: () => void) => void;
}
