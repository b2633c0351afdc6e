export { bitcoinMainnet, bitcoinTestnet } from './networks.ts'
