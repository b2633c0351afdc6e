import type { BodyOf } from '@foyer/protocol'
import type { BuiltOperation, postOperation, postOperationSend } from '@foyer/protocol/sponsor'
import { HttpError } from '@foyer/server'
import * as v from 'valibot'
import { type Hex, hexToBigInt, isAddressEqual, toHex } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { requireAccount } from '../calls/requireAccount.ts'
import { refuse } from '../policy/refuse.ts'
import type { SponsoredChain } from '../policy/requireSponsored.ts'
import type { Services } from '../services.ts'
import { askBundler } from './askBundler.ts'
import { askPaymaster } from './askPaymaster.ts'
import { entryPoint } from './entryPoint.ts'
import { recoverOperation } from './operationSignature.ts'
import { encodeOperationCalls } from './readOperationCalls.ts'

type Wish = BodyOf<typeof postOperation>
type Signed = BodyOf<typeof postOperationSend>

/** Of the right form, so that estimates run to the end; of no key. The first 6 bytes are the end of an operation. */
const dummySignature: Hex = `0x${'f'.repeat(12)}${'fffffffffffffffffffffffffffffff0'}${'0'.repeat(32)}${'7aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'}${'a'.repeat(32)}1c`

const gas = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,12}$/),
  v.transform((text) => text as Hex),
)
const estimate = v.object({
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: gas,
  paymasterVerificationGasLimit: v.nullish(gas),
  paymasterPostOpGasLimit: v.nullish(gas),
})

/**
 * Builds an operation of a user's calls: the bundler estimates its gas, and the paymaster that the site names pays.
 * @throws HttpError 403 `action-not-allowed` with the reason, 503 `http-failed`
 */
export async function buildOperation(services: Services, wish: Wish): Promise<BuiltOperation> {
  const { account, calls, paymaster } = wish
  const chain = requireBundler(services, wish.chainId)
  await requireAccount(services, chain, { account })
  const { maxFeePerGas, maxPriorityFeePerGas } = await chain.fees()
  const context = paymaster.context ?? {}
  const chainHex = toHex(chain.number)
  const operation = {
    sender: account,
    // A sequence of its own, so that no operation waits for another one.
    nonce: toHex(randomSequence() << 64n),
    callData: encodeOperationCalls(calls.map((one) => ({ ...one, value: BigInt(one.value) }))),
    maxFeePerGas: toHex(maxFeePerGas),
    maxPriorityFeePerGas: toHex(maxPriorityFeePerGas),
  }
  const stub = await askPaymaster(services, paymaster.url, {
    method: 'pm_getPaymasterStubData',
    params: [operation, entryPoint, chainHex, context],
  })
  const { isFinal, sponsor: _, ...paying } = stub
  const estimated = v.safeParse(
    estimate,
    await askBundler(chain, 'eth_estimateUserOperationGas', [
      { ...operation, ...paying, signature: dummySignature },
      entryPoint,
    ]),
  )
  if (!estimated.success)
    throw new HttpError(503, 'http-failed', 'The estimate of the bundler can not be read')
  const { callGasLimit, paymasterPostOpGasLimit, paymasterVerificationGasLimit, ...rest } =
    estimated.output
  const full = {
    ...{ ...operation, ...rest, callGasLimit },
    paymasterVerificationGasLimit:
      stub.paymasterVerificationGasLimit ?? paymasterVerificationGasLimit ?? '0x0',
    paymasterPostOpGasLimit: stub.paymasterPostOpGasLimit ?? paymasterPostOpGasLimit ?? '0x0',
  }
  const final = isFinal
    ? stub
    : await askPaymaster(services, paymaster.url, {
        method: 'pm_getPaymasterData',
        params: [full, entryPoint, chainHex, context],
      })
  if (!isAddressEqual(final.paymaster, stub.paymaster))
    throw new HttpError(403, 'action-not-allowed', 'The paymaster changed')
  const { callData: __, sender: ___, ...fields } = full
  return {
    ...fields,
    paymaster: final.paymaster,
    paymasterData: final.paymasterData as Hex,
  } as BuiltOperation
}

/**
 * Gives a signed operation to the bundler.
 * @returns its hash
 * @throws HttpError 403 `action-not-allowed` with the reason, 503 `http-failed`
 */
export async function sendOperation(services: Services, signed: Signed): Promise<{ hash: Hex }> {
  const { account, calls, operation, signature } = signed
  const chain = requireBundler(services, signed.chainId)
  await requireAccount(services, chain, { account })
  const callData = encodeOperationCalls(calls.map((one) => ({ ...one, value: BigInt(one.value) })))
  const { paymaster, paymasterData, ...numbers } = operation
  const read = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, hexToBigInt(value)]),
  )
  const hashOfOperation = getUserOperationHash({
    ...{ chainId: chain.number, entryPointAddress: entryPoint, entryPointVersion: '0.8' },
    userOperation: {
      ...{ ...(read as { [name in keyof typeof numbers]: bigint }), callData, sender: account },
      ...{ paymaster, paymasterData, signature },
    },
  })
  const own = { account, chain: chain.number, hash: hashOfOperation }
  const signer = await recoverOperation(own, signature).catch(() => undefined)
  if (signer === undefined || !isAddressEqual(signer, account)) refuse(services, 'signature')
  const hash = v.safeParse(
    v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/)),
    await askBundler(chain, 'eth_sendUserOperation', [
      { ...operation, callData, sender: account, signature },
      entryPoint,
    ]),
  )
  if (!hash.success)
    throw new HttpError(503, 'http-failed', 'The answer of the bundler can not be read')
  return { hash: hash.output.toLowerCase() as Hex }
}

const receipt = v.nullable(
  v.object({
    success: v.boolean(),
    receipt: v.object({ transactionHash: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/)) }),
  }),
)

/** Reads what became of an operation, from the bundler. */
export async function readOperationState(
  services: Services,
  { chainId, hash }: { chainId: string; hash: Hex },
): Promise<{ state: 'pending' | 'mined' | 'failed'; transactionHash?: Hex }> {
  const chain = requireBundler(services, chainId)
  const parsed = v.safeParse(
    receipt,
    await askBundler(chain, 'eth_getUserOperationReceipt', [hash]),
  )
  if (!parsed.success)
    throw new HttpError(503, 'http-failed', 'The answer of the bundler can not be read')
  if (parsed.output === null) return { state: 'pending' }
  const { receipt: mined, success } = parsed.output
  return {
    state: success ? 'mined' : 'failed',
    transactionHash: mined.transactionHash.toLowerCase() as Hex,
  }
}

function requireBundler(services: Services, chainId: string): SponsoredChain {
  const chain = services.chains.get(chainId)
  if (!chain?.implementation || !chain.bundlerUrl) return refuse(services, 'no-bundler')
  return { ...chain, implementation: chain.implementation }
}

/** 192 random bits, never 0. */
const randomSequence = (): bigint =>
  hexToBigInt(toHex(crypto.getRandomValues(new Uint8Array(24)))) | 1n
