/**
 * Lambda's runtimes. One of Node.js sets how a handler is called and what its return value means, and which Node runs it if that is
 * installed; one of another language takes `code`.
 */
export enum FunctionRuntime {
  /** Handlers are async or take a callback; a value that another handler returns is ignored. */
  NODEJS_20_X = 'nodejs20.x',
  /** As Node.js 20. */
  NODEJS_22_X = 'nodejs22.x',
  /** Whatever a handler returns is its result; handlers with a callback are refused. */
  NODEJS_24_X = 'nodejs24.x',
  /** Python 3.11. The interpreter is that of the project, or one of this version. */
  PYTHON_3_11 = 'python3.11',
  /** Python 3.12. */
  PYTHON_3_12 = 'python3.12',
  /** Python 3.13. */
  PYTHON_3_13 = 'python3.13',
  /** Python 3.14. */
  PYTHON_3_14 = 'python3.14',
  /** Ruby 3.3. The interpreter is one of this version, or another of this machine. */
  RUBY_3_3 = 'ruby3.3',
  /** Ruby 3.4. */
  RUBY_3_4 = 'ruby3.4',
  /** Java 17, in a Java of this version or another of this machine, with the classes that the project's tool has built. */
  JAVA_17 = 'java17',
  /** Java 21. */
  JAVA_21 = 'java21',
  /** Java 25. */
  JAVA_25 = 'java25',
  /** .NET 8, in a .NET of this version or another of this machine, from what dotnet has published. */
  DOTNET_8 = 'dotnet8',
  /** .NET 10. */
  DOTNET_10 = 'dotnet10',
  /** A custom runtime: the executable `bootstrap` of the code, built from Go, Rust or another language. */
  PROVIDED_AL2023 = 'provided.al2023',
}
