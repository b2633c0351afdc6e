import {
  devnetAddresses,
  devnetDeployer,
  devnetPaymasterSigner,
  type EvmChain,
  foyerPaymasterAbi,
  startEvm,
} from '@foyer/devnet'
import { type Address, createWalletClient, encodeFunctionData, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dollarsOf, shop } from '../startTestSponsor.test.kit.ts'
import { type FullOperation, operationTypedData, writePaymasterData } from './signOperation.ts'
import { openOperations, paymaster, transferCall } from './testOperations.test.kit.ts'

let chain: EvmChain
let world: ReturnType<typeof openOperations>
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
  world = openOperations(chain)
})
afterAll(() => chain?.stop())

const signer = privateKeyToAccount(devnetPaymasterSigner.privateKey)
const owner = privateKeyToAccount(devnetDeployer.privateKey)
const soon = () => Math.floor(Date.now() / 1000) + 300

/** The paymaster's promise for an operation. */
async function promise(
  operation: FullOperation,
  { by = signer, chain: number = 31337, contract = paymaster as Address, validUntil = soon() } = {},
) {
  const at = { chain: number, paymaster: contract, validUntil }
  const signature = await by.signTypedData(operationTypedData(operation, at))
  return {
    paymaster: paymaster as Address,
    paymasterData: writePaymasterData(validUntil, signature),
  }
}

test('pays for a promised operation of an account without coins, once', async () => {
  const user = await world.newUser()
  const operation = await world.build(user)
  const signed = await world.sign(user, operation, await promise(operation))
  const [before, deposit] = await Promise.all([
    dollarsOf(world.client, shop),
    world.depositOf(paymaster),
  ])
  const { status } = await world.send(signed)
  expect(status).toBe('success')
  expect(await dollarsOf(world.client, shop)).toBe(before + 500n)
  expect(await world.client.getBalance({ address: user.address })).toBe(0n)
  expect(await world.depositOf(paymaster)).toBeLessThan(deposit)
  // The number of the account is used.
  expect(await world.refusal(signed)).toBe('AA25')
})

test('error: takes no promise for another operation, contract, chain or signer, and none that has expired', async () => {
  const user = await world.newUser()
  const other = await world.newUser()
  const operation = await world.build(user)
  const paid = await promise(operation)
  expect(await world.refusal(await world.sign(user, operation, paid))).toBe(undefined)
  const changes: Partial<FullOperation>[] = [
    { nonce: 1n << 64n },
    { callData: (await world.build(user, { calls: [transferCall(501n)] })).callData },
    { callGasLimit: operation.callGasLimit + 1n },
    { verificationGasLimit: operation.verificationGasLimit + 1n },
    { preVerificationGas: operation.preVerificationGas + 1n },
    { maxFeePerGas: operation.maxFeePerGas + 1n },
    { maxPriorityFeePerGas: operation.maxPriorityFeePerGas + 1n },
    { paymasterVerificationGasLimit: operation.paymasterVerificationGasLimit + 1n },
    { paymasterPostOpGasLimit: 1n },
  ]
  for (const change of changes) {
    const signed = await world.sign(user, { ...operation, ...change }, paid)
    expect(await world.refusal(signed), Object.keys(change)[0]).toBe('AA34')
  }
  const ofOther = { ...operation, sender: other.address }
  expect(await world.refusal(await world.sign(other, ofOther, paid))).toBe('AA34')
  const refused = async (more: Parameters<typeof promise>[1]) =>
    world.refusal(await world.sign(user, operation, await promise(operation, more)))
  expect(await refused({ by: privateKeyToAccount(generatePrivateKey()) })).toBe('AA34')
  expect(await refused({ chain: 31338 })).toBe('AA34')
  expect(await refused({ contract: other.address })).toBe('AA34')
  expect(await refused({ validUntil: soon() - 600 })).toBe('AA32')
  // A longer time than the signed one.
  const longer = {
    ...paid,
    paymasterData: writePaymasterData(soon() + 999, `0x${paid.paymasterData.slice(26)}`),
  }
  expect(await world.refusal(await world.sign(user, operation, longer))).toBe('AA34')
})

test('error: pays for no account that changes its code in the transaction that brings the operation', async () => {
  // Code that takes any operation for valid, and does whatever its author likes with the gas.
  const foreign = privateKeyToAccount(generatePrivateKey()).address
  await world.client.setCode({ address: foreign, bytecode: '0x60206000f3' })
  for (const code of [foreign, devnetAddresses.batch]) {
    const user = await world.newUser()
    const operation = await world.build(user)
    const signed = await world.sign(user, operation, await promise(operation))
    const deposit = await world.depositOf(paymaster)
    const authorizationList = [await world.authorize(user, code)]
    expect((await world.send(signed, { authorizationList })).status).toBe('reverted')
    expect(await world.depositOf(paymaster)).toBe(deposit)
    // The authorization stays even so; with its own code again, the account is paid for.
    expect(await world.client.getCode({ address: user.address })).toContain(
      code.slice(2).toLowerCase(),
    )
    const back = [await world.authorize(user)]
    expect((await world.send(signed, { authorizationList: back })).status).toBe('success')
  }
})

test('error: only the owner takes the deposit, and changes the signer', async () => {
  const user = await world.newUser()
  const operation = await world.build(user)
  const signed = await world.sign(user, operation, await promise(operation))
  const wallet = createWalletClient({ account: owner, transport: http(chain.url) })
  const call = (functionName: 'withdraw' | 'setSigner', args: readonly unknown[]) => ({
    to: paymaster,
    data: encodeFunctionData({ abi: foyerPaymasterAbi, functionName, args } as never),
  })
  const deposit = await world.depositOf(paymaster)
  const thief = privateKeyToAccount(generatePrivateKey()).address
  for (const one of [call('withdraw', [thief, 1n]), call('setSigner', [thief])])
    for (const account of [signer.address, thief])
      await expect(world.client.call({ account, ...one })).rejects.toThrow('revert')

  const run = (one: ReturnType<typeof call>) =>
    wallet.sendTransactionSync({ chain: null, ...one, gas: 200_000n })
  await run(call('setSigner', [owner.address]))
  onTestFinished(async () => void (await run(call('setSigner', [signer.address]))))
  expect(await world.refusal(signed)).toBe('AA34')
  await run(call('setSigner', [signer.address]))
  expect(await world.refusal(signed)).toBe(undefined)

  const { status } = await run(call('withdraw', [owner.address, deposit]))
  expect(status).toBe('success')
  onTestFinished(async () => {
    const data = encodeFunctionData({ abi: foyerPaymasterAbi, functionName: 'deposit' })
    await wallet.sendTransactionSync({ chain: null, to: paymaster, data, value: parseEther('1') })
  })
  expect(await world.refusal(signed)).toBe('AA31')
})
