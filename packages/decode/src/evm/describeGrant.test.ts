import { expect, test } from 'vitest'
import { alice, inputOf, mallory, offline, testNow } from '../decode.test.kit.ts'
import { describeRequest } from '../describeRequest.ts'
import { originHash } from './permissionGrant.ts'

const game = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const second = BigInt(testNow / 1000)

const describe = (targets: readonly { target: string; selector: string }[]) => {
  const grant = {
    ...{ account: alice, signer: mallory, origin: originHash('https://shop.example') },
    ...{ start: second, expiry: second + 86_400n, epoch: 0n, calls: 3n, salt: 1n },
    ...{ allowances: [], targets: [...targets] },
  }
  const request = { method: 'wallet_requestExecutionPermissions', chainId: '0x1' } as const
  return describeRequest(inputOf({ ...request, params: [{ grant }] }), offline)
}

test('[T43] a function that no word exists for is granted as what it is: unknown, and of the highest risk', async () => {
  const { calls, risk, warnings } = await describe([{ target: game, selector: '0x5c36b186' }])
  expect(risk).toBe('high')
  expect(warnings.map(({ code }) => code)).toContain('unknown-call')
  expect(calls).toMatchObject([{ target: game, warnings: [{ code: 'unknown-call' }] }])
  expect(calls[0]).not.toHaveProperty('name')
  expect(JSON.stringify(calls[0]?.facts)).toContain('0x5c36b186')
})

test('[T43] a function that can be decoded is named', async () => {
  // `deposit()` of wrapped ether.
  const { calls, warnings } = await describe([{ target: game, selector: '0xd0e30db0' }])
  expect(calls).toMatchObject([{ name: 'deposit', target: game, warnings: [] }])
  expect(warnings.map(({ code }) => code)).not.toContain('unknown-call')
})

test('[T43] approvals are refused however the wallet could name them', async () => {
  for (const selector of ['0x095ea7b3', '0xdaea85c5', '0x426a8493', '0xc04a8a10', '0xeecea000'])
    await expect(describe([{ target: game, selector }])).rejects.toMatchObject({
      code: 'params-invalid',
    })
})
