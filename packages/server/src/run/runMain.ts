/**
 * Runs a server as a process: stops it at the first SIGTERM or SIGINT, exits at the second, and prints one line with its
 * URL or the reason why it can not start.
 * @param name - name in the output: `Foyer vault`
 * @param start - starts the server; resolves to its URL and a function that stops it
 */
export async function runMain({ name, start }: runMain.Parameters): Promise<void> {
  let signals = 0
  let stop: () => Promise<void> = async () => {}
  const end = async () => {
    try {
      await stop()
    } catch (error) {
      console.error(`${name} did not end well. ${(error as Error).message}`)
      process.exitCode = 1
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      signals++
      // The second signal: exit without waiting for the stop.
      if (signals > 1) process.exit(1)
      void end()
    })
  }
  try {
    const running = await start()
    stop = running.stop
    // A signal arrived while the server was starting.
    if (signals > 0) await end()
    else console.log(`${name} on ${running.at}`)
  } catch (error) {
    // `details` of our own errors say what to change.
    const { code, details, message } = error as NodeJS.ErrnoException & { details?: string }
    const cure =
      code === 'EADDRINUSE'
        ? `${message}. Another process has this port: end it, or set PORT.`
        : (details ?? message)
    console.error(`${name} can not start. ${cure}`)
    process.exitCode = 1
  }
}

export declare namespace runMain {
  type Parameters = {
    name: string
    start: () => Promise<{ readonly at: string; stop(): Promise<void> }>
  }
}
