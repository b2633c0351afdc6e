import type { DeviceStore } from './deviceStore.ts'

/**
 * Signs out on this device, without a network: deletes the tokens, and keeps the device and its shares. Call it after
 * closing the worker's thread.
 *
 * @returns Ids of the sessions to report to A as ended. They stay in the record until reported; `load` reports them if
 *   the page does not.
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
