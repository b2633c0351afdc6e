import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLimits, limitsOfServers, writeLimits } from './limitsTable.ts'
import { listFiles } from './listFiles.ts'

test('[T122] docs/limits.md and the READMEs say what the servers enforce', () => {
  expect(checkLimits()).toBe('')
})

test('[T122] names size, rate, time and concurrency of each route and method', () => {
  const rows = writeLimits()
    .split('\n')
    .filter((line) => /^\| `[A-Z]+ (\/|\*)|^\| `(irn|wc)_/.test(line))
  expect(rows.length).toBeGreaterThan(80)
  for (const row of rows) {
    const [, , ...cells] = row.split('|').map((cell) => cell.trim())
    for (const cell of cells.slice(0, 4)) expect(cell, row).toMatch(/^none$|[1-9]/)
  }
})

const root = join(import.meta.dirname, '..')

test('[T122] each limit stands in the README of its server or in the table of every server', () => {
  for (const [app, limits] of Object.entries(limitsOfServers)) {
    const text = readFileSync(join(root, `apps/${app}/README.md`), 'utf8') + writeLimits()
    for (const { variable } of Object.values(limits)) expect(text).toContain(`| \`${variable}\` |`)
  }
})

/** Bounds that are no limit of a caller, and why an operator does not set them. */
const otherBounds: Readonly<Record<string, readonly string[]>> = {
  'what is read of an answer of a server that was asked, or of a file it names': [
    'solana/parseDetails.ts maxInstructions',
    ...['balances/readSolanaBalances.ts maxNames', 'identity/readAvatar.ts longestData'],
    ...['identity/readAvatar.ts longestMetadata', 'identity/readGatewayImage.ts longestBytes'],
    ...['src/askService.ts maxAnswerBytes', 'rpc/askUpstream.ts maxAnswerBytes'],
    ...['onramp/askProvider.ts maxAnswerBytes', 'sponsor/createCallSponsor.ts maxAnswerBytes'],
    'operations/askBundler.ts longestAnswer',
    'operations/askPaymaster.ts longestAnswer',
    ...['rpc/callChain.ts maxAnswerBytes', 'history/tokenFacts.ts longestAnswer'],
    ...['images/sanitizeSvg.ts longestSvg', 'images/sanitizeSvg.ts mostTags'],
    ...['ens/askGateways.ts mostGateways', 'ens/askGateways.ts maxAnswerBytes'],
    ...['ens/askGateways.ts maxUrlLength', 'ens/ens.ts maxLookups'],
    ...['ens/offchainLookup.ts longestLookup', 'ens/offchainLookup.ts mostUrls'],
    ...['http/fetchPublic.ts mostRedirects', 'nfts/nftMetadata.ts longestJson'],
    ...['nfts/nftMetadata.ts longestImageUrl', 'nfts/nftSource.ts longestUri'],
    'nfts/parseMetadata.ts longestName',
    ...['solana/dasAssets.ts longestName', 'solana/readMints.ts longestName'],
    ...['swap/checkCall.ts maxDataLength', 'swap/permits.ts maxNameBytes'],
    'swap/permits.ts maxVersionBytes',
  ],
  'how counting is done: neither is a limit of what is counted': [
    ...['limits/databaseCounter.ts mostCounted', 'limits/databaseCounter.ts keysAtOnce'],
  ],
  'what a format or a chain allows': [
    ...[
      'ens/isNormalName.ts maxLength',
      'rpc/solanaSubmission.ts maxBytes',
      'ens/ens.ts maxLevels',
    ],
    ...['names/nameRegistry.ts maxClockDifferenceMs', 'names/nameRegistry.ts maxSeconds'],
    ...['rpc/solanaSubmission.ts signatureBytes', 'auth/verifyRelayJwt.ts maxLifeSeconds'],
    ...['auth/verifyRelayJwt.ts maxLength', 'rpc/parseFrame.ts maxDepth'],
    ...['rpc/parseFrame.ts maxBrackets', 'rpc/parseFrame.ts maxIdLength'],
    ...['auth/accessToken.ts longestLifeS', 'tokens/createTokenVerifier.ts maxAgeS'],
    ...['json/rebuildJson.ts maxDepth'],
    ...['store/journal.ts headBytes', 'store/journal.ts maxBytes'],
    ...['solana/metaplexMetadata.ts creatorBytes', 'pools/buildPoolSwap.ts tokenAccountBytes'],
    ...['pools/foyerPools.ts leastLamports', 'pools/readPools.ts poolBytes'],
    ...['solana/readTransaction.ts maxBytes', 'solana/readWritable.ts keyBytes'],
  ],
  'how this server works by itself: pages, retries, waits, batches': [
    ...['prices/coinGeckoPrices.ts maxTokens', 'prices/poolPrices.ts minDollars'],
    ...['prices/defiLlamaPrices.ts maxTokens', 'prices/defiLlamaPrices.ts leastConfidence'],
    // Answers of the operator's other servers.
    ...['projects/projects.ts maxAnswerBytes', 'service/callService.ts maxAnswerBytes'],
    'auth/accessToken.ts maxKeysBytes',
    ...['rpc/chainRpc.ts maxRetries', 'rpc/upstreams.ts longestRestMs'],
    ...['login/loginDevice.ts longestWaitMs', 'projects/projects.ts callLimitMs'],
    'sponsor/createCallSponsor.ts callLimitMs',
    ...['rpc/callChain.ts callLimitMs', 'vault/createVaultTeller.ts longestWaitMs'],
    ...['vault/createVaultTeller.ts maxBatch', 'events/outbox.ts longestWaitMs'],
    ...['store/journal.ts chunkBytes', 'store/journalStore.ts minBytes'],
    ...['relay/src/mailboxes.ts pageBytes', 'store/redisStore.ts minPerTopic'],
    ...['mail/watchMails.ts minHours', 'run/runStoreCommand.ts maxRounds'],
    ...['history/readPage.ts maxTransfers', 'history/tokenFacts.ts tokensAtOnce'],
    ...['history/tokenFacts.ts maxNewTokens', 'names/suggestLabels.ts maxSuggestions'],
    ...['indexer/backfill.ts maxOpen', 'indexer/backfill.ts blocksAtOnce'],
    ...['evm/findAccountBlocks.ts maxFound', 'evm/findAccountBlocks.ts maxOtsPages'],
    ...['solana/followAccount.ts signaturesAtOnce', 'solana/followAccount.ts sourcesAtOnce'],
    ...['solana/followAccount.ts maxTokenAccounts', 'solana/readMintFacts.ts maxNewMints'],
    ...['solana/solanaCalls.ts maxCalls', 'solana/solanaCalls.ts maxTransactions'],
    ...['solana/solanaCalls.ts maxStatuses', 'solana/solanaHistories.ts maxRounds'],
    ...['indexer/chainIndexer.ts maxBlocks', 'indexer/chainIndexer.ts longestBackfill'],
    ...['indexer/evm/createEvmReader.ts maxCalls', 'indexer/insertRows.ts rowsAtOnce'],
    ...['indexer/startIndexer.ts longestPauseMs', 'images/createImageMemory.ts entryBytes'],
    ...['nfts/nftMedia.ts longestQueue', 'nfts/nftMetadata.ts longestQueue'],
    ...['nfts/nftMetadata.ts mostNew', 'solana/readMintFacts.ts maxNewNfts'],
    ...['ens/ens.ts longestQueue', 'onramp/onrampOrders.ts mostHashes'],
    'swap/solana/jupiter.ts maxPriorityLamports',
    ...['queue/follow.ts followedAtOnce', 'payments/checkPayment.ts leastSecondsLeft'],
    'operations/followOperations.ts followedAtOnce',
    'operations/payOperation.ts leastSecondsLeft',
  ],
  'what is remembered, above which the oldest is forgotten and asked again': [
    ...['projects/projects.ts maxKept', 'projects/projectRules.ts maxEntries'],
    ...['relay/src/pushes.ts maxRecent', 'sockets/handshake.ts maxCached'],
    ...['limits/memoryCounter.ts maxKeys', 'images/createImageMemory.ts heldBytes'],
  ],
}

test('[T122] no limit is a number elsewhere than in the tables', () => {
  const folders = ['api/src', 'relay/src', 'sponsor/src', 'vault/src', 'login/src/server']
  const tables = [...folders.map((folder) => `apps/${folder}/limits.ts`)]
  const files = listFiles(root).filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.includes('.test.') &&
      [...folders.map((folder) => `apps/${folder}/`), 'packages/server/src/'].some((folder) =>
        path.startsWith(folder),
      ) &&
      ![...tables, 'packages/server/src/limits/sharedLimits.ts'].includes(path),
  )
  expect(files.length).toBeGreaterThan(200)
  const rates =
    /\b(limit|windowMs|bodyBytes|callsPerMinute|answerMs|atOnce|atOnceOfAddress): [1-9][\d_]*/g
  const bounds =
    /\bconst (max|most|(?:max|min|most|least|longest)[A-Z]\w*|\w*(?:[lL]imit|PerMinute|AtOnce|Tries|Bytes)\w*) = \d/g
  const found: string[] = []
  for (const path of files) {
    const text = readFileSync(join(root, path), 'utf8')
    expect([path, text.match(rates)]).toEqual([path, null])
    for (const [, name] of text.matchAll(bounds)) found.push(`${path} ${name}`)
  }
  const known = Object.values(otherBounds).flat()
  expect(found.filter((bound) => !known.some((one) => bound.endsWith(one)))).toEqual([])
  expect(known.filter((one) => !found.some((bound) => bound.endsWith(one)))).toEqual([])
})
