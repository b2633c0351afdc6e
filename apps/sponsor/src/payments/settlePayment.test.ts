import { createFaucet, devnetAddresses, type EvmChain, type Faucet, startEvm } from '@foyer/devnet'
import { permit2Transfer, transferAuthorization } from '@foyer/protocol/x402'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseGwei,
  parseSignature,
  type TypedDataDefinition,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import {
  hashTypedData as hashNestedTypedData,
  wrapTypedDataSignature,
} from 'viem/experimental/erc7739'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  chainId,
  dollar,
  dollarsOf,
  orderOf,
  permit2Message,
  permit2Terms,
  shop,
  signPayment,
  signPermit2,
  startTestSponsor,
  terms,
  testPolicy,
} from '../startTestSponsor.test.kit.ts'
import { authorizationAbi } from './byAuthorization.ts'

let chain: EvmChain
let faucet: Faucet
let sponsor: Awaited<ReturnType<typeof startTestSponsor>>
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
  faucet = createFaucet(chain)
  sponsor = await startTestSponsor(chain)
})
afterAll(async () => {
  await sponsor?.stop()
  await chain?.stop()
})

/** A payer with dollars and no coins. */
async function newPayer(amount = 10_000n): Promise<Hex> {
  const key = generatePrivateKey()
  await faucet.giveToken({ to: privateKeyToAccount(key).address, token: dollar, amount })
  return key
}

test('pays once with a signature: the payer needs no coins, and the sponsor pays the gas', async () => {
  const payer = await newPayer()
  const [before, coins] = await Promise.all([
    dollarsOf(sponsor.client, shop),
    sponsor.client.getBalance({ address: sponsor.sender }),
  ])
  const order = orderOf(await signPayment(payer))
  const from = privateKeyToAccount(payer).address
  expect(await sponsor.asShop('/verify', order)).toEqual({
    status: 200,
    body: { isValid: true, payer: from },
  })
  const { body, status } = await sponsor.asShop('/settle', order)
  expect([status, body]).toEqual([
    200,
    {
      ...{ success: true, payer: from, network: 'eip155:31337' },
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    },
  ])
  expect(await dollarsOf(sponsor.client, shop)).toBe(before + 1000n)
  expect(await sponsor.client.getBalance({ address: sponsor.sender })).toBeLessThan(coins)
})

test('understands version 1', async () => {
  const { amount, ...rest } = terms()
  const payload = await signPayment(await newPayer())
  const order = {
    x402Version: 1,
    paymentPayload: { x402Version: 1, scheme: 'exact', network: rest.network, payload },
    paymentRequirements: {
      ...{ ...rest, maxAmountRequired: amount, resource: 'https://shop.example/report' },
      ...{ description: 'A report', mimeType: 'text/plain' },
    },
  }
  expect((await sponsor.asShop('/settle', order)).body).toMatchObject({ success: true })
})

test('error: refuses a second settlement of one payment, except to the request that made it', async () => {
  const before = await dollarsOf(sponsor.client, shop)
  const order = orderOf(await signPayment(await newPayer()))
  const [first, second] = await Promise.all([
    sponsor.asShop('/settle', order, 'request-1'),
    sponsor.asShop('/settle', order, 'request-1'),
  ])
  expect(first.body).toMatchObject({ success: true })
  expect(second).toEqual(first)
  expect(await sponsor.asShop('/settle', order, 'request-1')).toEqual(first)
  for (const claim of ['request-2', undefined])
    expect((await sponsor.asShop('/settle', order, claim)).body).toMatchObject({
      ...{ success: false, errorReason: 'invalid_transaction_state', transaction: '' },
    })
  expect((await sponsor.asShop('/verify', order)).body).toMatchObject({
    ...{ isValid: false, invalidReason: 'invalid_transaction_state' },
  })
  expect(await dollarsOf(sponsor.client, shop)).toBe(before + 1000n)
})

test('error: refuses each payment that does not fulfil the terms, before any transaction', async () => {
  const payer = await newPayer()
  const seconds = Math.floor(Date.now() / 1000)
  const other = '0x000000000000000000000000000000000000dEaD' as const
  const good = await signPayment(payer)
  const stranger = await signPayment(generatePrivateKey())
  const orders: [reason: string, order: unknown][] = [
    [
      'invalid_exact_evm_payload_recipient_mismatch',
      orderOf(await signPayment(payer, { to: other })),
    ],
    [
      'invalid_exact_evm_payload_authorization_value_mismatch',
      orderOf(await signPayment(payer, { value: '999' }), terms('1000')),
    ],
    [
      'invalid_exact_evm_payload_authorization_valid_before',
      orderOf(await signPayment(payer, { validBefore: String(seconds + 2) })),
    ],
    [
      'invalid_exact_evm_payload_authorization_valid_after',
      orderOf(await signPayment(payer, { validAfter: String(seconds + 60) })),
    ],
    ['invalid_exact_evm_payload_signature', orderOf({ ...good, signature: stranger.signature })],
    ['insufficient_funds', orderOf(stranger)],
    ['insufficient_funds', orderOf(await signPayment(payer, { value: '10001' }))],
    ['invalid_network', orderOf(good, { ...terms(), network: 'eip155:31338' as never })],
    ['invalid_payment_requirements', orderOf(good, { ...terms(), payTo: other as never })],
    ['invalid_payment_requirements', orderOf(good, { ...terms(), asset: other as never })],
    // Less than the operator makes payments for.
    ['invalid_payment_requirements', orderOf(await signPayment(payer, { value: '99' }))],
    // The payer agreed to other terms than the shop's.
    [
      'invalid_payment_requirements',
      { ...orderOf(good), paymentRequirements: { ...terms(), amount: '2000' } },
    ],
  ]
  const nonce = await sponsor.client.getTransactionCount({ address: sponsor.sender })
  for (const [reason, order] of orders) {
    expect((await sponsor.asShop('/verify', order)).body).toMatchObject({ invalidReason: reason })
    expect((await sponsor.asShop('/settle', order)).body).toMatchObject({ errorReason: reason })
  }
  expect(await sponsor.client.getTransactionCount({ address: sponsor.sender })).toBe(nonce)
})

const { account: implementation, dai, permit2 } = devnetAddresses
const maxUint256 = 2n ** 256n - 1n

/** A facilitator for a token without EIP-3009, and for accounts of the operator's code. */
async function startForAll(limits: { failuresPerDay?: number } = {}) {
  const policy = testPolicy(chain, { chain: { implementation } })
  const [first] = policy.merchants!
  const own = await startTestSponsor(chain, {
    ...{ limits, policy: { ...policy, merchants: [{ ...first!, asset: dai }] } },
  })
  onTestFinished(() => own.stop())
  return own
}

/** Lets Permit2 spend a token of the payer. */
async function allowPermit2(payer: Hex, token: Address): Promise<void> {
  const account = privateKeyToAccount(payer)
  await sponsor.client.setBalance({ address: account.address, value: parseEther('1') })
  const wallet = createWalletClient({ account, transport: http(chain.url) })
  const data = encodeFunctionData({
    ...{ abi: erc20Abi, functionName: 'approve', args: [permit2, maxUint256] },
  })
  await wallet.sendTransactionSync({ chain: null, to: token, data })
}

const daiOf = (address: Address) =>
  sponsor.client.readContract({
    ...{ abi: erc20Abi, address: dai, functionName: 'balanceOf', args: [address] },
  })

test('pays by Permit2 with a token that has no transfers by signature, once', async () => {
  const own = await startForAll()
  const payer = generatePrivateKey()
  const from = privateKeyToAccount(payer).address
  await faucet.giveToken({ to: from, token: dai, amount: 10_000n })
  const before = await daiOf(shop)
  const order = orderOf(await signPermit2(payer, dai), permit2Terms(dai))
  // Without an allowance, the payer is told what is missing.
  expect((await own.asShop('/settle', order)).body).toMatchObject({
    ...{ success: false, errorReason: 'permit2_allowance_required', payer: from },
  })
  await allowPermit2(payer, dai)
  expect((await own.asShop('/verify', order)).body).toEqual({ isValid: true, payer: from })
  expect((await own.asShop('/settle', order)).body).toMatchObject({ success: true, payer: from })
  expect(await daiOf(shop)).toBe(before + 1000n)
  expect((await own.asShop('/settle', order)).body).toMatchObject({
    errorReason: 'invalid_transaction_state',
  })

  const good = await signPermit2(payer, dai)
  const { permit2Authorization: signed } = good
  const other = '0x000000000000000000000000000000000000dEaD' as const
  const seconds = Math.floor(Date.now() / 1000)
  const orders: [reason: string, order: unknown][] = [
    [
      'invalid_exact_evm_payload_recipient_mismatch',
      orderOf(
        await signPermit2(payer, dai, { witness: { to: other, validAfter: '0' } }),
        permit2Terms(dai),
      ),
    ],
    [
      'invalid_exact_evm_payload_signature',
      orderOf(
        { ...good, permit2Authorization: { ...signed, witness: { to: shop, validAfter: '1' } } },
        permit2Terms(dai),
      ),
    ],
    [
      'invalid_exact_evm_payload_authorization_value_mismatch',
      orderOf(
        await signPermit2(payer, dai, { permitted: { token: dai, amount: '1001' } }),
        permit2Terms(dai),
      ),
    ],
    [
      'invalid_payment_requirements',
      orderOf(
        await signPermit2(payer, dai, { permitted: { token: dollar, amount: '1000' } }),
        permit2Terms(dai),
      ),
    ],
    [
      'invalid_payload',
      orderOf(await signPermit2(payer, dai, { spender: own.sender }), permit2Terms(dai)),
    ],
    [
      'invalid_exact_evm_payload_authorization_valid_before',
      orderOf(await signPermit2(payer, dai, { deadline: String(seconds + 2) }), permit2Terms(dai)),
    ],
    [
      'invalid_exact_evm_payload_authorization_valid_after',
      orderOf(
        await signPermit2(payer, dai, { witness: { to: shop, validAfter: String(seconds + 60) } }),
        permit2Terms(dai),
      ),
    ],
    [
      'insufficient_funds',
      orderOf(
        await signPermit2(payer, dai, { permitted: { token: dai, amount: '9001' } }),
        permit2Terms(dai, '9001'),
      ),
    ],
    // The terms are of the other method.
    ['invalid_payment_requirements', orderOf(good, { ...terms(), asset: dai })],
  ]
  const nonce = await own.client.getTransactionCount({ address: own.sender })
  for (const [reason, refused] of orders)
    expect((await own.asShop('/settle', refused)).body).toMatchObject({ errorReason: reason })
  expect(await own.client.getTransactionCount({ address: own.sender })).toBe(nonce)
})

/** Signs as a smart account does: for itself and this chain only. @source ERC-7739 */
async function signNested(payer: Hex, typedData: TypedDataDefinition): Promise<Hex> {
  const account = privateKeyToAccount(payer)
  const { domain = {}, message, primaryType, types } = typedData
  const signed = { domain, message, primaryType, types } as never
  const verifierDomain = {
    ...{ name: 'Foyer Account', version: '1', chainId: 31337, salt: zeroHash },
    verifyingContract: account.address,
  }
  const hash = hashNestedTypedData({ ...(signed as object), verifierDomain } as never)
  const signature = await account.sign({ hash })
  return wrapTypedDataSignature({ ...(signed as object), signature } as never)
}

test('takes the payments of upgraded accounts, by the token itself and by Permit2', async () => {
  const payer = generatePrivateKey()
  const account = privateKeyToAccount(payer)
  await faucet.giveToken({ to: account.address, token: dai, amount: 10_000n })
  await faucet.giveToken({ to: account.address, token: dollar, amount: 10_000n })
  await allowPermit2(payer, dai)
  const wallet = createWalletClient({ account, transport: http(chain.url) })
  const authorization = await wallet.signAuthorization({
    ...{ contractAddress: implementation, chainId: 31337, executor: 'self' },
    nonce: 2,
  })
  await wallet.sendTransactionSync({
    ...{ chain: null, to: shop, authorizationList: [authorization] },
  })
  const before = [await daiOf(shop), await dollarsOf(sponsor.client, shop)] as const

  const unsigned = await signPayment(payer)
  const byToken = {
    authorization: unsigned.authorization,
    signature: await signNested(
      payer,
      transferAuthorization({
        ...{ asset: dollar, authorization: unsigned.authorization, chainId },
        ...{ name: 'USD Coin', version: '1' },
      }) as never,
    ),
  }
  expect(byToken.signature.length).toBeGreaterThan(132)
  // Other code than the operator's could agree now, and burn gas later.
  expect((await sponsor.asShop('/settle', orderOf(byToken))).body).toMatchObject({
    errorReason: 'invalid_exact_evm_payload_signature',
  })
  const policy = testPolicy(chain, { chain: { implementation } })
  const own = await startTestSponsor(chain, { policy })
  onTestFinished(() => own.stop())
  expect((await own.asShop('/settle', orderOf(byToken))).body).toMatchObject({ success: true })

  const permit2Authorization = permit2Message(account.address, dai)
  const typedData = permit2Transfer({ authorization: permit2Authorization, chainId })
  const signature = await signNested(payer, typedData as never)
  const ofDai = await startForAll()
  const order = orderOf({ permit2Authorization, signature }, permit2Terms(dai))
  expect((await ofDai.asShop('/settle', order)).body).toMatchObject({ success: true })
  expect([await daiOf(shop), await dollarsOf(sponsor.client, shop)]).toEqual([
    before[0] + 1000n,
    before[1] + 1000n,
  ])
  // Somebody else's signature is none of this account.
  const stranger = await signNested(generatePrivateKey(), typedData as never)
  const forged = { permit2Authorization, signature: stranger }
  expect((await ofDai.asShop('/verify', orderOf(forged, permit2Terms(dai)))).body).toMatchObject({
    isValid: false,
  })
})

/** Settles a payment while someone else sends other transactions at a higher price. @returns the answer */
async function settleBehind(
  own: Awaited<ReturnType<typeof startTestSponsor>>,
  order: unknown,
  ahead: (ours: { to: Address; input: Hex }) => { to: Address; data: Hex }[],
  sender: Hex,
) {
  const account = privateKeyToAccount(sender)
  await own.client.setBalance({ address: account.address, value: parseEther('10') })
  await own.client.setAutomine(false)
  try {
    const settling = own.asShop('/settle', order, 'request-of-the-shop')
    const pending = async () =>
      (await own.client.getBlock({ blockTag: 'pending', includeTransactions: true })).transactions
    await expect.poll(async () => (await pending()).length).toBe(1)
    const [ours] = await pending()
    const wallet = createWalletClient({ account, transport: http(chain.url) })
    const first = await own.client.getTransactionCount({ address: account.address })
    for (const [n, call] of ahead({ to: ours!.to!, input: ours!.input }).entries())
      await wallet.sendTransaction({
        ...{ chain: null, ...call, nonce: first + n, gas: 200_000n },
        ...{ maxFeePerGas: parseGwei('400'), maxPriorityFeePerGas: parseGwei('300') },
      })
    await own.client.mine({ blocks: 1 })
    const { body } = await settling
    const receipt = await own.client.getTransactionReceipt({ hash: ours!.hash })
    expect(receipt.status).toBe('reverted')
    return body as { success: boolean; transaction: Hex; errorReason?: string }
  } finally {
    await own.client.setAutomine(true)
  }
}

test('a payment that someone else submits first counts as made, and not as a failure of its payer', async () => {
  const copy = ({ input, to }: { to: Address; input: Hex }) => [{ to, data: input }]
  const limits = { failuresPerDay: 1 }
  const own = await startTestSponsor(chain, { limits })
  onTestFinished(() => own.stop())
  const payer = await newPayer()
  const before = await dollarsOf(own.client, shop)
  const order = orderOf(await signPayment(payer))
  const body = await settleBehind(own, order, copy, generatePrivateKey())
  expect(body).toMatchObject({ success: true, payer: privateKeyToAccount(payer).address })
  const receipt = await own.client.getTransactionReceipt({ hash: body.transaction })
  expect(receipt.status).toBe('success')
  expect(receipt.from).not.toBe(own.sender.toLowerCase())
  expect(await dollarsOf(own.client, shop)).toBe(before + 1000n)
  expect((await own.asShop('/settle', order, 'request-of-the-shop')).body).toEqual(body)
  expect((await own.asShop('/settle', orderOf(await signPayment(payer)))).body).toMatchObject({
    success: true,
  })

  const ofDai = await startForAll(limits)
  const second = generatePrivateKey()
  const from = privateKeyToAccount(second).address
  await faucet.giveToken({ to: from, token: dai, amount: 10_000n })
  await allowPermit2(second, dai)
  const daiBefore = await daiOf(shop)
  const byPermit2 = orderOf(await signPermit2(second, dai), permit2Terms(dai))
  expect(await settleBehind(ofDai, byPermit2, copy, generatePrivateKey())).toMatchObject({
    success: true,
  })
  expect(await daiOf(shop)).toBe(daiBefore + 1000n)
})

test('error: a payer who uses the number of a payment for another transfer has not paid', async () => {
  const limits = { failuresPerDay: 1 }
  const own = await startTestSponsor(chain, { limits })
  onTestFinished(() => own.stop())
  const payer = await newPayer()
  const from = privateKeyToAccount(payer).address
  const paid = await signPayment(payer)
  const { nonce } = paid.authorization
  const toSelf = await signPayment(payer, { nonce, to: from })
  const transfer = { functionName: 'transfer', args: [shop, 1000n] } as const
  const encode = ({ authorization: one, signature }: typeof paid) => {
    const { r, s, yParity } = parseSignature(signature)
    const [value, validAfter, validBefore] = [one.value, one.validAfter, one.validBefore].map(
      BigInt,
    )
    return encodeFunctionData({
      abi: authorizationAbi,
      functionName: 'transferWithAuthorization',
      args: [
        ...[one.from, one.to, value!, validAfter!, validBefore!, one.nonce, yParity + 27, r, s],
      ] as never,
    })
  }
  // The same amount reaches the shop in the same block, for something else.
  const ahead = () => [
    { to: dollar, data: encode(toSelf) },
    { to: dollar, data: encodeFunctionData({ abi: erc20Abi, ...transfer }) },
  ]
  expect(await settleBehind(own, orderOf(paid), ahead, payer)).toMatchObject({
    ...{ success: false, errorReason: 'invalid_transaction_state' },
  })
  expect(await own.asShop('/settle', orderOf(await signPayment(payer)))).toMatchObject({
    status: 429,
  })

  const ofDai = await startForAll(limits)
  await faucet.giveToken({ to: from, token: dai, amount: 10_000n })
  await allowPermit2(payer, dai)
  const second = await signPermit2(payer, dai)
  const number = BigInt(second.permit2Authorization.nonce)
  const endNumber = encodeFunctionData({
    abi: parseAbi(['function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)']),
    args: [number >> 8n, 1n << (number & 255n)],
  })
  const order = orderOf(second, permit2Terms(dai))
  const instead = () => [
    { to: permit2 as Address, data: endNumber },
    { to: dai as Address, data: encodeFunctionData({ abi: erc20Abi, ...transfer }) },
  ]
  expect(await settleBehind(ofDai, order, instead, payer)).toMatchObject({ success: false })
})

test('error: refuses a malformed payment, an unknown token and an unknown merchant', async () => {
  const order = orderOf(await signPayment(await newPayer()))
  const { payload } = order.paymentPayload
  for (const signature of ['0x', `${payload.signature}0`, `0x${'00'.repeat(1025)}`, 7])
    expect(
      await sponsor.asShop('/settle', {
        ...order,
        paymentPayload: { ...order.paymentPayload, payload: { ...payload, signature } },
      }),
    ).toMatchObject({ status: 400 })
  const guess = await fetch(`${sponsor.url}/settle`, {
    method: 'POST',
    headers: { Authorization: 'Bearer x', 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })
  expect(guess.status).toBe(401)
})

test('error: stops at the budget of a merchant, and warns the operator once', async () => {
  // One payment reserves some 0.0002 coins at the devnet's fees.
  const poor = await startTestSponsor(chain, {
    policy: testPolicy(chain, {
      merchant: { weiPerDay: parseEther('0.001').toString() },
      alarmAtPercent: 1,
    }),
  })
  onTestFinished(() => poor.stop())
  const payer = await newPayer(100_000n)
  const statuses: number[] = []
  for (let n = 0; n < 60 && statuses.at(-1) !== 429; n++)
    statuses.push((await poor.asShop('/settle', orderOf(await signPayment(payer)))).status)
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(429)
  expect(poor.lines.filter((line) => line.includes('budget alarm'))).toHaveLength(1)
  expect(await poor.metrics()).toMatch(
    /foyer_sponsor_budget_used_ratio\{budget="merchant:shop"\} 0\.\d+/,
  )
})

test('lists what it supports', async () => {
  const response = await fetch(`${sponsor.url}/supported`)
  expect(await response.json()).toEqual({
    kinds: [2, 1].map((x402Version) => ({ x402Version, scheme: 'exact', network: 'eip155:31337' })),
    extensions: [],
    signers: { 'eip155:31337': [sponsor.sender] },
  })
})
