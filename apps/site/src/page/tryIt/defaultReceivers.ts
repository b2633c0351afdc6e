/** The second account of the local chains: Ethereum development nodes all have the same, and so does the local Solana. */
export const defaultReceivers = {
  eip155: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  solana: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
} as const
