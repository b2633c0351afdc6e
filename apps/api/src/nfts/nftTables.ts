import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Moment in ms since 1970. */
const moment = (name: string) => bigint(name, { mode: 'number' })

/** The descriptions of NFTs that were read. */
export const nftMetadata = pgTable(
  'nft_metadata',
  {
    /** CAIP-2. */
    chainId: text('chain_id').notNull(),
    /** In lower case on EVM chains. */
    contract: text('contract').notNull(),
    tokenId: text('token_id').notNull(),
    standard: text('standard').$type<'erc721' | 'erc1155' | 'spl'>().notNull(),
    /**
     * `read`; `missing`: the contract has no description of it, or one that is none; `failed`: the description was not
     * reached.
     */
    state: text('state').$type<'read' | 'missing' | 'failed'>().notNull(),
    /** Why it is `missing` or `failed`. */
    problem: text('problem'),
    name: text('name'),
    /** The name imitates another text. */
    isDeceptive: boolean('is_deceptive').notNull().default(false),
    /** URL of the image; `data:` for one that the token itself contains. */
    image: text('image'),
    /** Changes with the image. */
    imageVersion: text('image_version'),
    /** Failed reads in a row. */
    failures: integer('failures').notNull().default(0),
    readAt: moment('read_at').notNull(),
    /** When to read it again. */
    staleAt: moment('stale_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.contract, table.tokenId] }),
    index('nft_metadata_read_at').on(table.readAt),
  ],
)
