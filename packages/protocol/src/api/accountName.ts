import * as v from 'valibot'

/** Longest label of a name, as in the domain name system. */
const maxLabelLength = 63

/**
 * Returns whether `label` can be registered: letters, digits and hyphens, 4 to 63 of them, without a hyphen at an end.
 * @source spec 5.16
 */
export const isAccountLabel = (label: string): boolean =>
  label.length >= 4 &&
  label.length <= maxLabelLength &&
  /^[a-z\d](?:[a-z\d-]*[a-z\d])$/i.test(label)

/** A name of an account, with the time of its registration. */
export const accountName = v.object({
  /** `alice.example`, in lower case. */
  name: v.string(),
  /** ISO 8601; null for a name of another registry, which does not tell it. */
  registeredAt: v.nullable(v.string()),
  /** ISO 8601 of the last change; null as above. */
  updatedAt: v.nullable(v.string()),
  /** Public texts that the owner wrote beside the name. */
  attributes: v.record(v.string(), v.string()),
  /** Addresses by coin type of SLIP-44: `60` is Ethereum, `501` is Solana. @source https://docs.ens.domains/ensip/9 */
  addresses: v.record(
    v.string(),
    v.object({ address: v.string(), createdAt: v.nullable(v.string()) }),
  ),
})
export type AccountName = v.InferOutput<typeof accountName>

const attributeText = (max: number) => v.pipe(v.string(), v.maxLength(max))

/**
 * Text that an owner signs to register a name, as JSON. Its name ends with the registry's suffix, so that the
 * signature has no meaning for another registry.
 */
export const nameMessage = v.object({
  name: attributeText(255),
  /** At most 8. */
  attributes: v.optional(
    v.pipe(v.record(attributeText(32), attributeText(256)), v.maxEntries(8)),
    {},
  ),
  /** Seconds since 1970; milliseconds are accepted too. */
  timestamp: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export type NameMessage = v.InferOutput<typeof nameMessage>
