import * as v from 'valibot'

const variables = v.optional(v.record(v.string(), v.union([v.string(), v.number()])))

/** A site's theme, unverified; `pickTheme` selects the values that may be used. @source spec 3.7, 7.13 */
export const frameTheme = v.strictObject({
  themeMode: v.optional(v.picklist(['light', 'dark'])),
  themeVariables: variables,
  w3mThemeVariables: variables,
})
export type FrameTheme = v.InferOutput<typeof frameTheme>
