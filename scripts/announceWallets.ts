/**
 * A script with an EVM and a Solana wallet that announce themselves like installed ones. They answer nothing useful, but a page
 * that lists them fetches the code for connecting them.
 */
export const announceWallets = `{
  const info = { uuid: '7d0f9c3e-3c1f-4f0e-9a55-0d8a6f1f2b10', name: 'One', icon: 'data:image/png;base64,', rdns: 'example.one' }
  const provider = { request: async () => [], on() {}, removeListener() {} }
  const detail = Object.freeze({ info, provider })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()

  const version = '1.0.0'
  const features = {
    'standard:connect': { version, connect: async () => ({ accounts: [] }) },
    'standard:events': { version, on: () => () => {} },
    'solana:signMessage': { version, signMessage: async () => [] },
    'solana:signTransaction': { version, supportedTransactionVersions: ['legacy'], signTransaction: async () => [] },
  }
  const wallet = { version, name: 'Two', icon: info.icon, chains: ['solana:mainnet'], accounts: [], features }
  const register = (api) => api.register(wallet)
  addEventListener('wallet-standard:app-ready', ({ detail: api }) => register(api))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}`
