/** The layout of an instruction: its accounts and its fields, in order. */
export type InstructionForm = {
  type: string
  accounts: readonly string[]
  /** `tokenAmount` is an amount with its decimals; `amount` is a string, as nodes write token amounts. */
  fields: readonly (readonly [
    string,
    'u64' | 'amount' | 'tokenAmount' | 'feeAmount' | 'u8' | 'address',
  ])[]
}

const form = (
  type: string,
  accounts: string,
  ...fields: InstructionForm['fields']
): InstructionForm => ({ type, accounts: accounts.split(' '), fields })

/** By their first four bytes. @source agave transaction-status parse_system.rs */
export const systemForms: Readonly<Record<number, InstructionForm>> = {
  0: form(
    'createAccount',
    'source newAccount',
    ['lamports', 'u64'],
    ['space', 'u64'],
    ['owner', 'address'],
  ),
  1: form('assign', 'account', ['owner', 'address']),
  2: form('transfer', 'source destination', ['lamports', 'u64']),
  4: form('advanceNonce', 'nonceAccount recentBlockhashesSysvar nonceAuthority'),
  8: form('allocate', 'account', ['space', 'u64']),
}

/** By their first byte; Token-2022 has them all. @source agave transaction-status parse_token.rs */
export const tokenForms: Readonly<Record<number, InstructionForm>> = {
  3: form('transfer', 'source destination authority', ['amount', 'amount']),
  4: form('approve', 'source delegate owner', ['amount', 'amount']),
  5: form('revoke', 'source owner'),
  7: form('mintTo', 'mint account mintAuthority', ['amount', 'amount']),
  8: form('burn', 'account mint authority', ['amount', 'amount']),
  9: form('closeAccount', 'account destination owner'),
  12: form('transferChecked', 'source mint destination authority', ['tokenAmount', 'tokenAmount']),
  13: form('approveChecked', 'source mint delegate owner', ['tokenAmount', 'tokenAmount']),
  14: form('mintToChecked', 'mint account mintAuthority', ['tokenAmount', 'tokenAmount']),
  15: form('burnChecked', 'account mint authority', ['tokenAmount', 'tokenAmount']),
  17: form('syncNative', 'account'),
  18: form('initializeAccount3', 'account mint', ['owner', 'address']),
  20: form('initializeMint2', 'mint', ['decimals', 'u8'], ['mintAuthority', 'address']),
  21: form('getAccountDataSize', 'mint'),
  22: form('initializeImmutableOwner', 'account'),
}

/** The second of the transfer-fee instructions of Token-2022. @source agave parse_token/extension/transfer_fee.rs */
export const transferWithFeeForm: InstructionForm = form(
  'transferCheckedWithFee',
  'source mint destination authority',
  ['tokenAmount', 'tokenAmount'],
  ['feeAmount', 'feeAmount'],
)

/** By their only byte. @source agave transaction-status parse_associated_token.rs */
export const associatedTokenForms: Readonly<Record<number, InstructionForm>> = {
  0: form('create', 'source account wallet mint systemProgram tokenProgram'),
  1: form('createIdempotent', 'source account wallet mint systemProgram tokenProgram'),
}
