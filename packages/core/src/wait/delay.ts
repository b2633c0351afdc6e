import { abortable } from '@foyer/protocol'

/**
 * Waits.
 *
 * @throws FoyerError `request-aborted`
 */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await abortable(passed, signal)
  } finally {
    clearTimeout(timer)
  }
}
