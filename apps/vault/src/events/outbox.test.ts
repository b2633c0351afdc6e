import type { VaultEvent } from '@foyer/protocol/vault'
import { type CallService, createLog, HttpError } from '@foyer/server'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { expect, test } from 'vitest'
import { vaultDatabase } from '../database/vaultDatabase.ts'
import { createOutbox } from './outbox.ts'

test('sends events to A right after the transaction, without a poll; resends in order what A did not accept', async () => {
  const database = await openTestDatabase(vaultDatabase, 'PGlite')
  const told: string[] = []
  let isDown = false
  const clock = { nowMs: 1_800_000_000_000 }
  const callAuth = (async (_, event: VaultEvent) => {
    if (isDown) throw new HttpError(503, 'http-failed', 'down')
    told.push(event.kind)
    return {}
  }) as CallService
  const outbox = createOutbox({
    callAuth,
    log: createLog({ app: 'vault', level: 'silent' }),
    now: () => clock.nowMs,
    pollMs: 3_600_000,
    queries: database.queries,
  })
  const add = async (kind: VaultEvent['kind']) => {
    await database.queries.transaction((tx) => outbox.add(tx, { kind }))
    clock.nowMs++
    outbox.sendAdded()
  }
  try {
    await add('device-approved')
    await expect.poll(() => told).toEqual(['device-approved'])
    isDown = true
    await Promise.all([add('frozen'), add('unfreezing')])
    isDown = false
    clock.nowMs += 60_000
    await add('recovered')
    await expect.poll(() => told).toEqual(['device-approved', 'frozen', 'unfreezing', 'recovered'])
  } finally {
    await outbox.close()
    await database.close()
  }
})
