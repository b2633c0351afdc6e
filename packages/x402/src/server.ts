export { createPaywall, type Paywall } from './server/createPaywall.ts'
