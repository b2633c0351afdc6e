import { type Address, address, getAddressEncoder } from '@solana/kit'

/** A funded account of the local Solana. Its key is public: never use it elsewhere. */
export type SolanaAccount = {
  /** The third number of the path `m/44'/501'/index'/0'`. */
  index: number
  name: string
  address: Address
  /** The 32 byte seed of the Ed25519 key pair, as hex. */
  seed: string
}

/**
 * The ten accounts of the devnet, from `devnetMnemonic`; each has 1,000 SOL, and the first five also have tokens.
 * Written out because they are needed before anything runs.
 */
export const solanaAccounts: readonly SolanaAccount[] = [
  {
    index: 0,
    name: 'alice',
    address: address('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'),
    seed: 'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
  },
  {
    index: 1,
    name: 'bob',
    address: address('AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'),
    seed: '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
  },
  {
    index: 2,
    name: 'carol',
    address: address('CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k'),
    seed: '8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e',
  },
  {
    index: 3,
    name: 'dave',
    address: address('9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp'),
    seed: 'f55bf85006beb673056861062dd8f8d8ff0bb63dd61d45f86fe438bf6e442abb',
  },
  {
    index: 4,
    name: 'erin',
    address: address('6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp'),
    seed: '3eb11a2e242212be157793db9fa881edffcfb391174b07d20369521ba1a084b1',
  },
  {
    index: 5,
    name: 'frank',
    address: address('7EeV8eiRuGoR8bFHCjdCRGQd1RM5sR2dAkdiTEtC9ko7'),
    seed: '22e6f8ea7e213a67f801d313daa33046f5f7b1808f38d5b2bb7301aefa158cbc',
  },
  {
    index: 6,
    name: 'grace',
    address: address('F9fVg2LeE2RhM6CfNn888hbjqovZDEWY3vm2hEkvX3Nh'),
    seed: '9515bfa8fecc7b7ebe75fd55e9d15b6f7988d79dbf6546f998630cacafb63fc7',
  },
  {
    index: 7,
    name: 'heidi',
    address: address('26roUwgM5T6bccX41hakjiW4fDiKFSao1RyoFsAxr6e6'),
    seed: '3979d8b5812d7747cfd25215b0a904fdbdf8f7c24aa82a91c2e00878ff1146ff',
  },
  {
    index: 8,
    name: 'ivan',
    address: address('5mCGtMUD21HEvWJxKGKS6HEAH7ezzy12MWGs4bPgcJwV'),
    seed: 'c0c8348480fd4d865ffe93e11ba3a3b2431eeaaf1bf795faaac1710ec6607309',
  },
  {
    index: 9,
    name: 'judy',
    address: address('2yaW8VAMLhQiornz1BgcSWDUSH2jC2dmB8RWnTJi8Yab'),
    seed: 'f5606f75eaffadd56cc1247896e4e79237c37fe57cc970cfb12fb7d304323661',
  },
]

/** Pays for airdrops and may mint every token; not one of the ten. */
export const solanaFaucetAccount: SolanaAccount = {
  index: 10,
  name: 'faucet',
  address: address('6FvbTFsvAeiN6agSCxqsh2WM5xGw3GNAQ2A4M1xWPYfc'),
  seed: 'deae6766ec7164add57170d14e2e8203f8fc0472fa81c9012045639b5eb937e7',
}

/** The 64 bytes that wallets and `Keypair.fromSecretKey` expect: the seed, then the public key. */
export function solanaSecretKey({ address, seed }: SolanaAccount): Uint8Array {
  return Uint8Array.from([...Buffer.from(seed, 'hex'), ...getAddressEncoder().encode(address)])
}
