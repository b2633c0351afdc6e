/** `npm run bench -- modal`: runs one measurement and prints its figures. */
const benches: Record<string, () => Promise<{ passed: boolean }>> = {
  api: async () => (await import('./api/api.ts')).benchApi(),
  modal: async () => (await import('./modal/modal.ts')).benchModal(),
  walletconnect: async () =>
    (await import('./walletconnect/walletconnect.ts')).benchWalletConnect(),
  login: async () => (await import('./login/login.ts')).benchLogin(),
  sponsor: async () => (await import('./sponsor/sponsor.ts')).benchSponsor(),
  relay: async () => (await import('./relay/relay.ts')).benchRelay(),
}

const [name = ''] = process.argv.slice(2)
const bench = benches[name]
if (bench) process.exitCode = (await bench()).passed ? 0 : 1
else {
  console.error(`Usage: npm run bench -- <name>, one of: ${Object.keys(benches).join(', ')}`)
  process.exitCode = 1
}
