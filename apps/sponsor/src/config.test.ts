import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkVariables } from '@foyer/server/testLimits'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { limits } from './limits.ts'
import { testPolicy } from './startTestSponsor.test.kit.ts'

const policy = testPolicy({ url: 'http://127.0.0.1:9/key-of-the-node' })
const good = { POLICY: JSON.stringify(policy), SENDER_KEYS: `0x${'1f'.repeat(32)}` }

test('reads policy, keys and token; the policy may be a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-sponsor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'policy.json')
  await writeFile(path, good.POLICY)
  const token = 'b7c1a09d5e6f48213344'
  expect(await readConfig({ ...good, POLICY: path, SERVICE_TOKEN: token })).toMatchObject({
    ...{ port: 4009, policy, senderKeys: [good.SENDER_KEYS], serviceToken: token },
    database: { kind: 'folder', path: '.foyer/sponsor' },
  })
})

const [chain] = policy.chains
const [merchant] = policy.merchants ?? []
test.each([
  ['{', 'not valid JSON'],
  ['/nowhere/policy.json', '/nowhere/policy.json'],
  [{ chains: [] }, 'chains'],
  [{ ...policy, chains: [chain, chain] }, 'one chain stands there twice'],
  [{ ...policy, chains: [{ ...chain, weiPerDay: 5 }] }, 'digits in quotes'],
  [{ ...policy, chains: [{ ...chain, caipId: 'solana:x' }] }, 'CAIP-2'],
  [{ ...policy, merchants: [{ ...merchant, chain: 'eip155:1' }] }, 'a chain that is not listed'],
  [{ ...policy, merchants: [merchant, merchant] }, 'the same id or token'],
  [{ ...policy, merchants: [{ ...merchant, payTo: ['0x1'] }] }, 'address'],
  [{ ...policy, sponsorship: [] }, 'sponsorship'],
])('error: refuses a wrong policy, and tells what is wrong: %#', async (wrong, message) => {
  const POLICY = typeof wrong === 'string' ? wrong : JSON.stringify(wrong)
  const failure = readConfig({ ...good, POLICY })
  await expect(failure).rejects.toThrow(message)
  await expect(failure).rejects.not.toThrow('key-of-the-node')
})

test('error: refuses a wrong key without repeating it', async () => {
  const failure = readConfig({ ...good, SENDER_KEYS: '0x1234' })
  await expect(failure).rejects.toThrow('SENDER_KEYS')
  await expect(failure).rejects.not.toThrow('1234')
})

test('[T122] reads each limit from its variable, and refuses an invalid value', () =>
  checkVariables(
    limits,
    async (env) => (await readConfig({ ...good, ...env })).limits,
    new URL('../README.md', import.meta.url),
  ))
