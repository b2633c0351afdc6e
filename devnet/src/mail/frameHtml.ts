const start =
  '<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light"><base target="_blank">'

/**
 * Prepares a mail's HTML for a frame without rights: links open in a new tab, which knows nothing of this one, and
 * documents inside the mail are taken out, since a browser dials their host before a policy forbids the load. What
 * keeps the mail harmless is the frame's policy, not this.
 */
export function frameHtml(html: string): string {
  return (
    start +
    html
      // Of an attribute that stands twice, the first counts.
      .replace(/<(a|area)(?=[\s/>])/gi, '<$1 target="_blank" rel="noopener noreferrer"')
      .replace(
        /<(\/?)(iframe|frame|frameset|object|embed|portal|fencedframe)(?=[\s/>])/gi,
        '<$1x-$2',
      )
  )
}
