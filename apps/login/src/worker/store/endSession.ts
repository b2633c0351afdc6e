import type { DeviceStore } from './deviceStore.ts'

/**
 * Signs out on this device, without a network: the tokens are deleted, the device and its shares stay. The worker's
 * thread is ended before.
 *
 * @returns Sessions that A is to be told of; the next `load` tells it, if the page does not.
 * @source security 2.13
 */
export async function endSession(store: DeviceStore): Promise<readonly string[]> {
  let pending: string[] = []
  await store.update((device) => {
    if (!device) return device
    const { session, pendingRevoke = [], ...rest } = device
    pending = session ? [...pendingRevoke, session.sid] : pendingRevoke
    return pending.length > 0 ? { ...rest, pendingRevoke: pending } : rest
  })
  return pending
}
