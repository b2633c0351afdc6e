/**
 * Runs a server as a process: ends it at the first SIGTERM or SIGINT, at once at the second, and says in one line where
 * it is, or why it can not start.
 *
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
      // The second is for when the first was not quick enough.
      if (signals > 1) process.exit(1)
      void end()
    })
  }
  try {
    const running = await start()
    stop = running.stop
    // Told to stop while it was starting.
    if (signals > 0) await end()
    else console.log(`${name} on ${running.at}`)
  } catch (error) {
    // A refusal of ours says in `details` what to change.
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
