export { tronMainnet } from './networks.ts'
