export const address = '0x1111111111111111111111111111111111111111'
export const account = `eip155:1:${address}`
export const other = 'eip155:1:0x2222222222222222222222222222222222222222'
/** The wallet's answer: one account on Ethereum. */
export const namespace = {
  chains: ['eip155:1'],
  accounts: [account],
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: ['chainChanged', 'accountsChanged'],
}
