import type { CDPSession, Frame } from 'playwright'

/** Measures a frame in Chromium that has a process of its own, as one of another site has. */
export async function measureFrame(frame: Frame): Promise<MeasuredFrame> {
  const session = await frame.page().context().newCDPSession(frame)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    session,
    async readWork() {
      const { metrics } = await session.send('Performance.getMetrics')
      const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value
      if (seconds === undefined) throw new Error('Chromium did not measure its tasks.')
      return seconds * 1000
    },
  }
}

export type MeasuredFrame = {
  session: CDPSession
  /** Work of the frame's own thread so far, in ms of CPU time, which stands still while other processes run. */
  readWork(): Promise<number>
}
