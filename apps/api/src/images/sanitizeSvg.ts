import sanitizeHtml from 'sanitize-html'

/** Larger drawings are refused: within these limits the clean-up takes less than 0.1 s. */
export const longestSvg = 524_288
export const mostTags = 20_000

const words = (text: string) => text.trim().split(/\s+/)

/**
 * Elements that draw. Without scripts, foreign content, links and animations; without `use`, which lets a short text draw
 * a billion shapes.
 */
const tags = words(`
  svg g defs symbol title desc switch style
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern marker clipPath mask
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`)

const attributes = words(`
  xmlns id class style version viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points
  pathLength transform transform-origin href
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility overflow paint-order vector-effect
  shape-rendering text-rendering image-rendering color-rendering color-interpolation color-interpolation-filters
  mix-blend-mode isolation clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits mask-type
  filter filterUnits primitiveUnits flood-color flood-opacity lighting-color
  gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity
  patternUnits patternContentUnits patternTransform
  marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient
  font-family font-size font-weight font-style font-variant font-stretch letter-spacing word-spacing text-anchor
  text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction unicode-bidi
  dx dy rotate textLength lengthAdjust startOffset method spacing side
  in in2 result mode operator k1 k2 k3 k4 type values tableValues slope intercept amplitude exponent stdDeviation
  order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant
  specularExponent limitingConeAngle azimuth elevation z pointsAtX pointsAtY pointsAtZ scale xChannelSelector
  yChannelSelector radius baseFrequency numOctaves seed stitchTiles
`)

/** An image in the drawing itself; not another drawing, which would not be cleaned. */
const insideImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]*$/

/** Text of a style that reaches nothing outside of the drawing, and can not be read in two ways. */
function isLocalStyle(css: string): boolean {
  if (/[\\<&]|@(?!media\b|keyframes\b|font-face\b)|image-set|cross-fade|\bsrc\s*\(/i.test(css))
    return false
  return [...css.matchAll(/url\s*\(\s*(["']?)/gi)].every(({ index, 0: { length } }) =>
    /^(?:#|data:(?:font\/|application\/(?:x-)?font-)[\w.+-]*;(?:charset=[\w-]+;)?base64,)/i.test(
      css.slice(index + length, index + length + 64),
    ),
  )
}

/** Keeps the attributes that stay inside of the drawing. */
function cleanAttributes(tagName: string, given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const attribs: sanitizeHtml.Attributes = {}
  for (const [written, value] of Object.entries(given)) {
    const name = written === 'xlink:href' ? 'href' : written
    if (value === '' || name === 'xmlns') continue
    if (name === 'href') {
      const isKept = tagName === 'image' ? insideImage.test(value) : /^#[\w.:-]+$/.test(value)
      if (!isKept) continue
    } else if ((name === 'style' || /[\\(]/.test(value)) && !isLocalStyle(value)) continue
    attribs[name] = value
  }
  if (tagName === 'svg') attribs.xmlns = 'http://www.w3.org/2000/svg'
  return { tagName, attribs }
}

/**
 * Removes everything from an SVG that is no drawing: scripts, event handlers, links, foreign content, animations, and
 * references to anything outside of it.
 * @returns undefined for a text that is too large, or no drawing
 */
export function sanitizeSvg(text: string): string | undefined {
  if (text.length > longestSvg || text.split('<', mostTags + 1).length > mostTags) return undefined
  const clean = sanitizeHtml(text, {
    allowedTags: tags,
    allowedAttributes: { '*': attributes },
    disallowedTagsMode: 'completelyDiscard',
    nonTextTags: ['script', 'style', 'foreignObject', 'iframe', 'object', 'embed', 'textarea'],
    // Its text is written as it is: `exclusiveFilter` drops a style that could be anything else.
    allowVulnerableTags: true,
    exclusiveFilter: ({ tag, text: css }) => tag === 'style' && !isLocalStyle(css),
    transformTags: { '*': cleanAttributes },
    // Checked by `cleanAttributes`.
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    nestingLimit: 64,
    parser: { xmlMode: true, decodeEntities: true },
  }).trim()
  return clean.startsWith('<svg') && clean.endsWith('</svg>') ? clean : undefined
}
