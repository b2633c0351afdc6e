const start =
  '<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light"><base target="_blank">'

/**
 * Prepares a mail's HTML for a sandboxed frame: links open in a new tab without an opener, and nested documents are removed,
 * since a browser connects to their host before a policy blocks the load. The frame's policy keeps the mail harmless, not
 * this function.
 */
export function frameHtml(html: string): string {
  return (
    start +
    html
      // The first of two equal attributes counts.
      .replace(/<(a|area)(?=[\s/>])/gi, '<$1 target="_blank" rel="noopener noreferrer"')
      .replace(
        /<(\/?)(iframe|frame|frameset|object|embed|portal|fencedframe)(?=[\s/>])/gi,
        '<$1x-$2',
      )
  )
}
