/**
 * Runs a server as a process: stops it at the first SIGTERM or SIGINT, kills it at the second, and prints one line with
 * its URL, or with the reason why it can not start.
 * @param name - as an operator reads it: `Foyer vault`
 * @param start - gives where the server is and what ends it
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
      // Exits at once, since the user lost patience with the first stop.
      if (signals > 1) process.exit(1)
      void end()
    })
  }
  try {
    const running = await start()
    stop = running.stop
    // Stopped while it was still starting.
    if (signals > 0) await end()
    else console.log(`${name} on ${running.at}`)
  } catch (error) {
    // Our own errors say in `details` what to change.
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
