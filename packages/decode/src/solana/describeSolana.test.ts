import {
  type SolanaChain,
  solanaAccounts,
  solanaDevnet,
  solanaTokens,
  startSolana,
} from '@foyer/devnet'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createKeyPairSignerFromPrivateKeyBytes,
  createNoopSigner,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import {
  getAdvanceNonceAccountInstruction,
  getAssignInstruction,
  getCreateAccountWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getTransferSolInstruction,
  getWithdrawNonceAccountInstruction,
} from '@solana-program/system'
import {
  AuthorityType,
  findAssociatedTokenPda,
  getApproveCheckedInstruction,
  getApproveInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeAccount3Instruction,
  getMintToInstruction,
  getSetAuthorityInstruction,
  getSyncNativeInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inputOf, nodeServices, offline } from '../decode.test.kit.ts'
import { describeRequest } from '../describeRequest.ts'
import type { DescribeServices } from '../describeServices.ts'
import { encodeBase58 } from './base58.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'

const [alice, bob, , , , frank] = solanaAccounts.map((one) => one.address) as Address[] as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]
const payer = createNoopSigner(alice)
const network = { id: solanaDevnet.caipId, name: 'Local Solana', symbol: 'SOL', decimals: 9 }
let chain: SolanaChain
let services: DescribeServices

beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
  services = nodeServices(chain.url)
})
afterAll(() => chain.stop())

const token = (symbol: string) => solanaTokens.find((one) => one.symbol === symbol)!
async function accountOf(owner: Address, symbol: string) {
  const { address: mint, program } = token(symbol)
  const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: program })
  return account
}
const messageOf = (instructions: readonly Instruction[], feePayer: Address = alice) =>
  pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(feePayer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash('11111111111111111111111111111112'), lastValidBlockHeight: 1n },
        message,
      ),
    (message) => appendTransactionMessageInstructions(instructions, message),
  )
const wireOf = (message: Parameters<typeof compileTransaction>[0]): string =>
  getBase64EncodedWireTransaction(compileTransaction(message))
const wire = (...instructions: readonly Instruction[]) => wireOf(messageOf(instructions))
const describeText = (transaction: string, from = services) =>
  describeRequest(
    inputOf(
      { method: 'solana_signTransaction', params: { transaction, pubkey: alice } },
      { account: alice, network },
    ),
    from,
  )
const codes = (said: Awaited<ReturnType<typeof describeText>>) =>
  said.warnings.map(({ code }) => code)
const sol = (amount: bigint, to: Address = bob) =>
  getTransferSolInstruction({ source: payer, destination: to, amount })
async function checkedTransfer(symbol: string, amount: bigint, to: Address = bob) {
  const { address: mint, decimals, program } = token(symbol)
  const [source, destination] = [await accountOf(alice, symbol), await accountOf(to, symbol)]
  return getTransferCheckedInstruction(
    { source, mint, destination, authority: payer, amount, decimals },
    { programAddress: program },
  )
}

describe('on a chain', () => {
  it('shows outgoing coins, in either version', async () => {
    const versions = [
      wire(sol(5n)),
      getBase64EncodedWireTransaction(
        compileTransaction({ ...messageOf([sol(5n)]), version: 'legacy' } as never),
      ),
    ]
    expect(decodeBase64(versions[1]!)[65]).toBe(1)
    for (const transaction of versions) {
      const said = await describeText(transaction)
      expect(said).toMatchObject({
        kind: 'solana-transaction',
        title: 'solana-transaction',
        risk: 'medium',
        warnings: [],
        simulation: 'complete',
        comes: [],
        fee: { amount: 5_000n },
        calls: [{ action: 'send', name: 'transfer', target: '11111111111111111111111111111111' }],
      })
      expect(said.leaves).toEqual([
        {
          asset: { kind: 'native', symbol: 'SOL', decimals: 9, known: true },
          amount: 5n,
          by: 'request',
        },
      ])
      expect(said.calls[0]?.facts[0]).toEqual({
        label: 'to',
        value: { kind: 'address', address: bob, own: false },
      })
    }
  })

  it('shows tokens and their receiver, for every instruction that moves them', async () => {
    const { address: mint, program } = token('USDC')
    const [source, destination] = [await accountOf(alice, 'USDC'), await accountOf(bob, 'USDC')]
    const plain = getTransferInstruction(
      { source, destination, authority: payer, amount: 7n },
      { programAddress: program },
    )
    for (const instruction of [plain, await checkedTransfer('USDC', 7n)]) {
      const said = await describeText(wire(instruction))
      expect(said.leaves).toEqual([
        {
          asset: { kind: 'token', symbol: '', decimals: 6, address: mint, known: false },
          amount: 7n,
          by: 'request',
        },
      ])
      expect([said.risk, said.simulation, codes(said)]).toEqual(['medium', 'complete', []])
      expect(said.calls[0]?.facts).toContainEqual({
        label: 'to',
        value: { kind: 'address', address: bob, own: false },
      })
    }
    const meta = await describeText(wire(await checkedTransfer('META', 7n)))
    expect(meta.leaves[0]?.asset).toMatchObject({
      symbol: 'META',
      name: 'Devnet Metadata',
      decimals: 6,
    })
    const fee = await describeText(wire(await checkedTransfer('FEE', 7n)))
    expect(fee.warnings).toEqual([{ code: 'token-taxed', values: { extension: 'fee' } }])
  })

  it('shows an account being opened, with its rent, a memo and a price', async () => {
    const { address: mint, program } = token('USDC')
    const ata = await accountOf(frank, 'USDC')
    const said = await describeText(
      wire(
        getSetComputeUnitLimitInstruction({ units: 100_000 }),
        getSetComputeUnitPriceInstruction({ microLamports: 20_000n }),
        getCreateAssociatedTokenIdempotentInstruction({
          payer,
          ata,
          owner: frank,
          mint,
          tokenProgram: program,
        }),
        await checkedTransfer('USDC', 7n, frank),
        {
          programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
          data: new TextEncoder().encode('Thanks'),
        },
      ),
    )
    expect(said.calls.map(({ action }) => action)).toEqual([
      'fee-settings',
      'fee-settings',
      'create-account',
      'send-token',
      'memo',
    ])
    expect(said.calls[3]?.facts[0]).toEqual({
      label: 'to',
      value: { kind: 'address', address: frank, own: false },
    })
    expect(said.leaves).toMatchObject([
      { amount: 7n, by: 'request' },
      { amount: 2_039_280n, asset: { kind: 'native' }, by: 'simulation' },
    ])
    expect([said.fee?.amount, codes(said)]).toEqual([7_000n, []])
  })

  it('shows a transfer above the balance as a transaction that fails, with all its facts', async () => {
    const said = await describeText(wire(await checkedTransfer('USDC', 10n ** 15n)))
    expect(said).toMatchObject({ simulation: 'reverts', leaves: [{ amount: 10n ** 15n }] })
    expect(codes(said)).toEqual(['amount-above-balance', 'simulation-reverts'])
  })

  it('shows coins that are wrapped and unwrapped again', async () => {
    const mint = address('So11111111111111111111111111111111111111112')
    const tokenProgram = token('USDC').program
    const [ata] = await findAssociatedTokenPda({ owner: alice, mint, tokenProgram })
    const open = getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata,
      owner: alice,
      mint,
      tokenProgram,
    })
    const wrap = [open, sol(10n ** 9n, ata), getSyncNativeInstruction({ account: ata })]
    const wrapped = await describeText(wire(...wrap))
    expect(wrapped.comes).toMatchObject([{ amount: 10n ** 9n, asset: { address: mint } }])
    expect([wrapped.simulation, codes(wrapped)]).toEqual(['complete', []])
    const close = getCloseAccountInstruction({ account: ata, destination: alice, owner: payer })
    const around = await describeText(wire(...wrap, close))
    expect([around.simulation, around.risk, codes(around)]).toEqual(['complete', 'medium', []])

    const signer = await createKeyPairSignerFromPrivateKeyBytes(
      Buffer.from(solanaAccounts[0]?.seed ?? '', 'hex'),
    )
    const { value } = (await services.rpc('getLatestBlockhash', [])) as {
      value: { blockhash: Blockhash; lastValidBlockHeight: bigint }
    }
    const signed = await partiallySignTransaction(
      [signer.keyPair],
      compileTransaction(setTransactionMessageLifetimeUsingBlockhash(value, messageOf(wrap))),
    )
    await services.rpc('sendTransaction', [
      getBase64EncodedWireTransaction(signed),
      { encoding: 'base64' },
    ])
    const there = () =>
      services.rpc('getAccountInfo', [ata, { commitment: 'confirmed', encoding: 'base64' }])
    await expect.poll(there).toMatchObject({ value: { owner: tokenProgram } })
    const unwrapped = await describeText(wire(close))
    expect(unwrapped.leaves).toMatchObject([{ amount: 10n ** 9n, asset: { address: mint } }])
    expect(unwrapped.comes).toMatchObject([
      { amount: 10n ** 9n + 2_039_280n, asset: { kind: 'native' } },
    ])
    expect([unwrapped.simulation, codes(unwrapped)]).toEqual(['complete', []])
  })

  it('shows each of several transactions', async () => {
    const said = await describeRequest(
      inputOf(
        {
          method: 'solana_signAllTransactions',
          params: { transactions: [wire(sol(5n)), wire(sol(6n, frank))], pubkey: alice },
        },
        { account: alice, network },
      ),
      services,
    )
    expect(said).toMatchObject({
      title: 'solana-transactions',
      simulation: 'complete',
      fee: { amount: 10_000n },
    })
    expect(said.leaves).toMatchObject([{ amount: 11n }])
    expect(said.calls.map(({ calls }) => calls.map(({ action }) => action))).toEqual([
      ['send'],
      ['send'],
    ])
  })
})

describe('a lookup table', () => {
  const table = address('EKxcrv7LPTEKxwhXkYeBPLJJ2qc5ouqLxLqFvNqzcTzX')
  const transaction = wireOf(
    compressTransactionMessageUsingAddressLookupTables(messageOf([sol(5n, frank)]), {
      [table]: [bob, frank],
    }) as never,
  )
  const account = (owner: string, data: Uint8Array) => ({
    owner,
    lamports: 1,
    data: [encodeBase64(data), 'base64'],
  })
  const serve = (state: object | null): DescribeServices => ({
    ...offline,
    async rpc(method, params) {
      if (method !== 'getMultipleAccounts') throw new Error('offline')
      const [addresses] = params as [string[]]
      return { value: addresses.map((one) => (one === table ? state : null)) }
    },
  })
  const content = new Uint8Array(56 + 64)
  content.set([1])
  content.set(getAddressEncoder().encode(bob), 56)
  content.set(getAddressEncoder().encode(frank), 56 + 32)

  it('provides the accounts of an instruction', async () => {
    const said = await describeText(
      transaction,
      serve(account('AddressLookupTab1e1111111111111111111111111', content)),
    )
    expect(said.calls[0]?.facts[0]).toEqual({
      label: 'to',
      value: { kind: 'address', address: frank, own: false },
    })
    expect(codes(said)).toEqual(['simulation-unavailable'])
  })

  it('warns when it is missing, too short, or owned by another program', async () => {
    for (const state of [
      null,
      account('AddressLookupTab1e1111111111111111111111111', content.subarray(0, 88)),
      account(bob, content),
    ]) {
      const said = await describeText(transaction, serve(state))
      expect([said.risk, codes(said)[0]]).toEqual(['high', 'lookup-table-unresolved'])
    }
  })
})

describe('instructions that transfer control of an account', () => {
  const other = createNoopSigner(bob)
  const [one, two] = [
    '7xLk17EQQ5KLDLDe44wCmupJKJjTGd8hs3eSVVhCx932',
    'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK',
  ].map((text) => address(text)) as [Address, Address]
  const sharing: Instruction = {
    ...sol(1n),
    accounts: [...sol(1n).accounts, { address: bob, role: AccountRole.READONLY_SIGNER }],
  }
  const cases: readonly (readonly [code: string, instructions: readonly Instruction[]])[] = [
    [
      'changes-authority',
      [
        getSetAuthorityInstruction({
          owned: one,
          owner: payer,
          authorityType: AuthorityType.AccountOwner,
          newAuthority: bob,
        }),
      ],
    ],
    [
      'closes-account-to-other',
      [getCloseAccountInstruction({ account: one, destination: bob, owner: payer })],
    ],
    [
      'delegates-token',
      [getApproveInstruction({ source: one, delegate: bob, owner: payer, amount: 5n })],
    ],
    [
      'unlimited-amount',
      [
        getApproveCheckedInstruction({
          source: one,
          mint: two,
          delegate: bob,
          owner: payer,
          amount: 2n ** 64n - 1n,
          decimals: 6,
        }),
      ],
    ],
    [
      'durable-nonce',
      [getAdvanceNonceAccountInstruction({ nonceAccount: one, nonceAuthority: payer }), sol(1n)],
    ],
    ['more-signers', [sharing]],
    ['assigns-account', [getAssignInstruction({ account: payer, programAddress: two })]],
    [
      'unknown-program',
      [
        {
          programAddress: two,
          accounts: [{ address: alice, role: AccountRole.WRITABLE_SIGNER }],
          data: Uint8Array.of(1),
        },
      ],
    ],
    ['unknown-program', [{ ...sol(1n), data: Uint8Array.of(99, 0, 0, 0) }]],
    // Recovers a nested account, without stating an amount.
    ...[Uint8Array.of(2), Uint8Array.of(0)].map(
      (data, index) =>
        [
          'unknown-program',
          [
            {
              programAddress: address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
              accounts:
                index === 0
                  ? [payer.address, one, alice, two].map((key) => ({
                      address: key,
                      role: AccountRole.READONLY,
                    }))
                  : [{ address: alice, role: AccountRole.WRITABLE_SIGNER }],
              data,
            },
          ],
        ] as const,
    ),
  ]

  /** Coins paid into an account that then belongs to another owner. */
  const paidIn = (programAddress: Address) =>
    getCreateAccountWithSeedInstruction({
      payer,
      newAccount: one,
      base: alice,
      baseAccount: payer,
      seed: 'seed',
      amount: 10n ** 9n,
      space: 165n,
      programAddress,
    })
  const stake = address('Stake11111111111111111111111111111111111111')
  const keyOf = (owner: Address) => [...getAddressEncoder().encode(owner)]
  const opened: readonly (readonly [
    code: string,
    instructions: (owner: Address) => readonly Instruction[],
  ])[] = [
    [
      'sends-to-other',
      (owner) => [
        paidIn(token('USDC').program),
        getInitializeAccount3Instruction({ account: one, mint: two, owner }),
      ],
    ],
    [
      'sends-to-other',
      (owner) => [
        paidIn(address('11111111111111111111111111111111')),
        getInitializeNonceAccountInstruction({ nonceAccount: one, nonceAuthority: owner }),
      ],
    ],
    [
      'sends-to-other',
      (owner) => [
        paidIn(stake),
        {
          programAddress: stake,
          accounts: [{ address: one, role: AccountRole.WRITABLE }],
          data: Uint8Array.from([
            0,
            0,
            0,
            0,
            ...keyOf(alice),
            ...keyOf(owner),
            ...new Array<number>(48).fill(0),
          ]),
        },
      ],
    ],
  ]

  it('[T41] warns of SOL deposited where another account can withdraw it', async () => {
    for (const [code, instructions] of opened) {
      const said = await describeText(wire(...instructions(bob)), offline)
      expect([said.risk, codes(said)], code).toEqual(['high', expect.arrayContaining([code])])
      expect(said.leaves).toMatchObject([{ amount: 10n ** 9n, asset: { kind: 'native' } }])
      expect(codes(await describeText(wire(...instructions(alice)), offline))).not.toContain(code)
    }
    expect(codes(await describeText(wire(paidIn(two)), offline))).toContain('unknown-program')
  })

  it('[T41] shows the new authority, or that it is removed', async () => {
    const set = (newAuthority: Address | null) =>
      getSetAuthorityInstruction({
        owned: one,
        owner: payer,
        authorityType: AuthorityType.CloseAccount,
        newAuthority,
      })
    const given = await describeText(wire(set(bob)), offline)
    expect(given.calls[0]?.facts.slice(1)).toEqual([
      { label: 'authority-kind', value: { kind: 'text', text: 'close' } },
      { label: 'new-authority', value: { kind: 'address', address: bob, own: false } },
    ])
    const dropped = await describeText(wire(set(null)), offline)
    expect(dropped.calls[0]?.facts.map(({ label }) => label)).not.toContain('new-authority')
  })

  it('[T41] shows coins taken out of a nonce account with their receiver', async () => {
    const withdraw = getWithdrawNonceAccountInstruction({
      nonceAccount: one,
      recipientAccount: bob,
      nonceAuthority: payer,
      withdrawAmount: 7n,
    })
    const said = await describeText(wire(withdraw), offline)
    expect(said.calls).toMatchObject([{ action: 'durable-nonce', name: 'withdrawNonceAccount' }])
    expect(said.calls[0]?.facts.slice(1)).toMatchObject([
      { label: 'to', value: { address: bob } },
      { label: 'amount', value: { amount: 7n } },
    ])
  })

  it('[T41] warns of each with high risk', async () => {
    for (const [code, instructions] of cases) {
      const said = await describeText(wire(...instructions), offline)
      expect(codes(said), code).toContain(code)
      expect(said.risk, code).toBe('high')
    }
    const paid = await describeText(wireOf(messageOf([sol(1n)], other.address)), offline)
    expect(codes(paid)).toEqual(expect.arrayContaining(['more-signers', 'not-fee-payer']))
    expect(paid.fee?.amount).toBe(0n)
    const home = await describeText(
      wire(getCloseAccountInstruction({ account: one, destination: alice, owner: payer })),
      offline,
    )
    expect(codes(home)).not.toContain('closes-account-to-other')
  })

  it('[T41] shows a change of a token account’s owner as a loss of all it contains', async () => {
    const owned = await accountOf(alice, 'USDC')
    const steal = getSetAuthorityInstruction({
      owned,
      owner: payer,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: bob,
    })
    const said = await describeText(wire(steal))
    expect(said.leaves).toMatchObject([{ amount: token('USDC').startBalance, by: 'simulation' }])
    expect(codes(said)).toContain('changes-authority')
  })
})

describe('on a chain that fails or lies', () => {
  it('[T36] shows receiver and amount, and that the simulation is unavailable', async () => {
    const odd: unknown[] = [
      null,
      {},
      { value: {} },
      { value: { err: null, accounts: [] } },
      { value: { err: null, accounts: ['x', {}, null] } },
      7,
    ]
    for (const answer of odd) {
      const said = await describeText(wire(sol(5n)), { ...offline, rpc: async () => answer })
      expect(said.leaves[0]).toMatchObject({ amount: 5n, by: 'request' })
      expect(said.calls[0]?.facts[0]?.value).toMatchObject({ address: bob })
      expect(codes(said).some((code) => code.startsWith('simulation-'))).toBe(true)
    }
  })

  const state = {
    owner: '11111111111111111111111111111111',
    lamports: 1_000_000,
    data: ['', 'base64'],
  }
  /** A node that forges alice's balance after the transaction, and each balance read before it. */
  const lying = (after: number, before: readonly (number | 'fails')[] = []): DescribeServices => {
    let asked = 0
    return {
      ...offline,
      async rpc(method, params) {
        if (method === 'getMultipleAccounts') {
          const lamports = before[Math.min(asked++, before.length - 1)] ?? state.lamports
          if (lamports === 'fails') throw new Error('failed')
          return {
            value: (params as [string[]])[0].map((one) =>
              one === alice ? { ...state, lamports } : state,
            ),
          }
        }
        const [, { accounts }] = params as [string, { accounts: { addresses: string[] } }]
        return {
          value: {
            err: null,
            accounts: accounts.addresses.map((one) =>
              one === alice ? { ...state, lamports: after } : state,
            ),
          },
        }
      },
    }
  }

  it('[T36] warns when the simulation shows less than the request states', async () => {
    const said = await describeText(wire(sol(5n)), lying(1_000_000 - 5_000))
    expect([said.risk, codes(said)]).toEqual(['high', ['simulation-disagrees']])
  })

  const gift = getTransferSolInstruction({
    source: createNoopSigner(bob),
    destination: alice,
    amount: 700n,
  })

  it('[T118] shows only simulated income, and warns when the request states more', async () => {
    const honest = await describeText(wire(gift), lying(1_000_000 - 10_000 + 700))
    expect(honest.comes).toMatchObject([{ amount: 700n, by: 'simulation' }])
    expect(codes(honest)).toEqual(['more-signers'])
    const got = await describeText(wire(gift), lying(1_000_000 - 10_000 + 700 + 9_000))
    expect(got.comes).toMatchObject([{ amount: 9_700n, by: 'simulation' }])
    expect(codes(got)).toEqual(['more-signers'])
    for (const from of [lying(1_000_000 - 10_000), offline]) {
      const said = await describeText(wire(gift), from)
      expect([said.comes, said.risk]).toEqual([[], 'high'])
      expect(codes(said)).toContain('promises-more')
    }
  })

  it('[T118] shows no income when the previous balance is unknown, or changed since', async () => {
    for (const before of [['fails'], [1_000_000, 1_000_001]] as const) {
      const said = await describeText(wire(gift), lying(5_000_000, before))
      expect([said.simulation, said.comes]).toEqual(['partial', []])
      expect(codes(said)).toContain('simulation-partial')
    }
  })

  it('[T118] subtracts no fee from a loss when another account pays it', async () => {
    const sponsored = wireOf(messageOf([sol(5n)], bob))
    const said = await describeText(sponsored, lying(1_000_000 - 5))
    expect(said.leaves).toMatchObject([{ amount: 5n }])
    expect(codes(said)).toEqual(['more-signers', 'not-fee-payer'])
  })

  it('shows burned tokens as a loss, and minted tokens as none', async () => {
    const untried: DescribeServices = {
      ...services,
      rpc: (method, params) =>
        method === 'simulateTransaction'
          ? Promise.reject(new Error('away'))
          : services.rpc(method, params),
    }
    const usdc = { mint: token('USDC').address, account: await accountOf(alice, 'USDC') }
    const burn = getBurnInstruction({
      mint: usdc.mint,
      account: usdc.account,
      authority: payer,
      amount: 5n,
    })
    const burned = await describeText(wire(burn), untried)
    expect(burned.calls).toMatchObject([{ action: 'burn' }])
    expect(burned.leaves).toMatchObject([{ amount: 5n, asset: { address: usdc.mint } }])
    const mint = getMintToInstruction({
      mint: usdc.mint,
      token: usdc.account,
      mintAuthority: payer,
      amount: 5n,
    })
    const minted = await describeText(wire(mint), untried)
    expect(minted.calls).toMatchObject([{ action: 'mint' }])
    // Unseen income does not count.
    expect([minted.leaves, minted.comes]).toEqual([[], []])
  })

  it('[T118] subtracts no more from a loss than the minimum fee', async () => {
    const priced = (limit: readonly Instruction[]) =>
      wire(...limit, getSetComputeUnitPriceInstruction({ microLamports: 1_000_000n }), sol(1_000n))
    // Without a limit up to 200,000 lamports may be paid per instruction; the real amount is unknown.
    const loose = await describeText(priced([]), lying(1_000_000 - 300_000))
    expect(loose.leaves).toMatchObject([{ amount: 295_000n }])
    expect(loose.fee?.amount).toBe(405_000n)
    const limited = await describeText(
      priced([getSetComputeUnitLimitInstruction({ units: 100_000 })]),
      lying(1_000_000 - 300_000),
    )
    expect(limited.leaves).toMatchObject([{ amount: 195_000n }])
    expect(codes(limited)).toEqual(['simulation-disagrees'])
  })

  it('[T118] shows no income of one transaction next to a loss of another', async () => {
    const request = {
      method: 'solana_signAllTransactions' as const,
      params: { transactions: [wire(sol(5n, frank)), wire(gift)], pubkey: alice },
    }
    const said = await describeRequest(
      inputOf(request, { account: alice, network }),
      lying(1_000_000 - 10_000 + 700),
    )
    expect([said.comes, said.risk]).toEqual([[], 'high'])
    expect(codes(said)).toContain('income-may-fail')
  })

  it('[T118] shows transactions that affect one another as partly simulated', async () => {
    const ask = (transactions: readonly string[]) =>
      describeRequest(
        inputOf(
          {
            method: 'solana_signAllTransactions',
            params: { transactions: [...transactions], pubkey: alice },
          },
          { account: alice, network },
        ),
        services,
      )
    const [one, two] = [wire(await checkedTransfer('USDC', 5n)), wire(sol(5n))]
    expect((await ask([one, two])).simulation).toBe('complete')
    const met = await ask([one, wire(await checkedTransfer('USDC', 6n))])
    expect([met.simulation, codes(met)]).toEqual(['partial', ['simulation-partial']])
    expect(met.leaves).toMatchObject([{ amount: 11n }])
  })

  it('[T118] shows the possible cost of opening an account that could not be simulated', async () => {
    const open = getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata: await accountOf(frank, 'USDC'),
      owner: frank,
      mint: token('USDC').address,
      tokenProgram: token('USDC').program,
    })
    const said = await describeText(wire(open, sol(7n)), offline)
    expect(said.leaves).toMatchObject([{ amount: 5_000_007n, asset: { kind: 'native' } }])
  })

  it('[T36] shows the closing of a token account with an unknown balance as unknown', async () => {
    const close = getCloseAccountInstruction({ account: bob, destination: alice, owner: payer })
    expect(codes(await describeText(wire(close), offline))).toContain('token-unreadable')
  })
})

describe('invalid transactions, and transactions in the wrong place', () => {
  it('[T32] error: refuses a transaction as a message, legacy and version 0, with and without slots for signatures', async () => {
    const legacy = decodeBase64(
      getBase64EncodedWireTransaction(
        compileTransaction({ ...messageOf([sol(5n)]), version: 'legacy' } as never),
      ),
    )
    const vectors = [decodeBase64(wire(sol(5n))), legacy].flatMap((bytes) => [
      bytes,
      bytes.subarray(65),
    ])
    expect(vectors).toHaveLength(4)
    for (const bytes of vectors) {
      const request = {
        method: 'solana_signMessage' as const,
        params: { message: encodeBase58(bytes), pubkey: alice },
      }
      await expect(
        describeRequest(inputOf(request, { account: alice, network }), offline),
      ).rejects.toMatchObject({ code: 'params-invalid' })
    }
  })

  it('error: refuses bytes that are no transaction, and another account', async () => {
    for (const text of ['', 'AAAA', wire(sol(5n)).slice(0, 40)])
      await expect(describeText(text, offline)).rejects.toMatchObject({ code: 'params-invalid' })
    const request = {
      method: 'solana_signTransaction' as const,
      params: { transaction: wire(sol(5n)), pubkey: bob },
    }
    await expect(
      describeRequest(inputOf(request, { account: alice, network }), offline),
    ).rejects.toMatchObject({ code: 'unauthorized' })
  })
})
