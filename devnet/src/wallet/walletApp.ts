import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { bundle } from '../bundle.ts'
import { createFaucet } from '../evm/faucet.ts'
import { ipfsFile } from '../evm/nfts.ts'
import { readStyles } from '../readStyles.ts'
import { createSolanaFaucet } from '../solana/faucet.ts'
import { solanaNftFile } from '../solana/solanaNfts.ts'
import { walletQuery } from './config.ts'
import { createConfig } from './createConfig.ts'
import { faucetRequest } from './faucetRequest.ts'
import { giveFromFaucet } from './giveFromFaucet.ts'
import { hostileKinds, solanaHostileKinds } from './hostile/hostileKinds.ts'
import { walletIcon } from './icon.ts'
import type { ServedChain, ServedSolana } from './servedNetworks.ts'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Foyer Dev Wallet</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/approve.css">
<body></body>
<script src="/approve.js"></script>
</html>
`

/** Any site may frame the page: a development wallet has nothing to protect. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src *; " +
  "base-uri 'none'; form-action 'none'"

const hostileQuery = v.object({ kind: v.picklist([...hostileKinds, ...solanaHostileKinds]) })

/** Wraps a bundle so that it creates no global, and calls one of its functions. */
const calling = (code: string, name: string, argument: unknown) =>
  `(() => {\n${code}\nfoyerDevWallet.${name}(${JSON.stringify(argument)})\n})()\n`

/** Creates the wallet's server: script, approval page, hostile script, faucet. */
export async function createWalletApp({
  chains,
  solana,
}: {
  chains: readonly ServedChain[]
  solana: ServedSolana | undefined
}): Promise<Hono> {
  const [install, hostile, approve, style] = await Promise.all([
    bundle(new URL('../../src/wallet/page/install.ts', import.meta.url)),
    bundle(new URL('../../src/wallet/hostile/installHostile.ts', import.meta.url)),
    bundle(new URL('../../src/wallet/approve/main.ts', import.meta.url)),
    readStyles('wallet/approve/approve.css'),
  ])
  const faucets = new Map(
    chains.map((chain) => [chain.chainId, chain.faucet ?? createFaucet(chain)] as const),
  )
  const solanaFaucet = solana && (solana.faucet ?? createSolanaFaucet(solana))
  const app = new Hono()
  const script = (context: Context, code: string) =>
    context.body(code, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    })
  const refuse = (context: Context, issue: v.BaseIssue<unknown>) =>
    context.json(
      {
        error: {
          code: 'request-invalid',
          message: issue.message,
          field: v.getDotPath(issue) ?? undefined,
        },
      },
      400,
    )

  app.get('/', (context) =>
    context.text(
      'The test wallet runs in pages that load its script. Open the demo site and connect there.',
    ),
  )
  app.get('/devwallet.js', (context) => {
    const query = v.safeParse(walletQuery, context.req.query())
    if (!query.success) return refuse(context, query.issues[0])
    const walletOrigin = new URL(context.req.url).origin
    const config = createConfig(query.output, { chains, solana, walletOrigin })
    if (!config) {
      const message = 'This wallet has no EVM chain.'
      return context.json({ error: { code: 'request-invalid', message, field: 'namespaces' } }, 400)
    }
    return script(context, calling(install, 'install', config))
  })
  app.get('/hostile.js', (context) => {
    const query = v.safeParse(hostileQuery, context.req.query())
    if (!query.success) return refuse(context, query.issues[0])
    return script(context, calling(hostile, 'installHostile', query.output))
  })
  app.get('/approve', (context) =>
    context.html(page, 200, { 'content-security-policy': pagePolicy }),
  )
  app.get('/approve.js', (context) => script(context, approve))
  app.get('/approve.css', (context) =>
    context.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app.get('/icon.svg', (context) =>
    context.body(walletIcon('local.foyer.devwallet'), 200, { 'content-type': 'image/svg+xml' }),
  )
  // The devnet's IPFS gateway: here, since every start of the devnet serves this page anyway.
  app.get('/ipfs/*', (context) => {
    const file = ipfsFile(context.req.path) ?? solanaNftFile(context.req.path)
    return file ? context.body(file.text, 200, { 'content-type': file.type }) : context.notFound()
  })
  app.use('/faucet', cors())
  app.post('/faucet', async (context) => {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), faucetRequest),
      await context.req.text(),
    )
    if (!parsed.success) return refuse(context, parsed.issues[0])
    const gift = parsed.output
    const hash = await giveFromFaucet({ faucets, solanaFaucet }, gift)
    if (hash === undefined) {
      const message = `The faucet does not serve chain ${gift.chainId}.`
      return context.json({ error: { code: 'request-invalid', message, field: 'chainId' } }, 400)
    }
    return context.json({ hash })
  })
  app.onError((error, context) =>
    context.json({ error: { code: 'internal', message: error.message } }, 500),
  )
  return app
}
