const address = /:\/\/|\bwww\.|\bt\.me\//i
/** A word, a dot, and an ending that sites of fraud often have. Names of ENS end in `.eth`, and are no hosts. */
const host =
  /(?<=[\p{L}\p{N}-]{2})\.(?:app|biz|cc|cfd|click|club|co|com|dev|exchange|fi|finance|fun|gg|gifts?|info|io|life|link|live|lol|me|net|network|online|org|page|pro|promo|rewards?|ru|site|space|store|tech|to|today|top|us|vip|website|win|world|ws|xyz|zip|zone)(?![\p{L}\p{N}-])/iu
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
/** Mathematical, full-width and enclosed characters that look like Latin letters. */
const disguised = /[\u{1d400}-\u{1d7ff}\uff21-\uff5a\u{1f130}-\u{1f189}\u24b6-\u24e9]/u
/** Characters that turn the direction of text, or have no width. The joiner of emoji is not among them. */
const hidden = /[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u2060\ufeff]/u

/**
 * Returns whether a name of an NFT or of a collection leads to a site or imitates another text: it contains a web
 * address, mixes Latin, Cyrillic and Greek letters in one word, or contains disguised letters or hidden characters.
 *
 * @source https://www.unicode.org/reports/tr39/#Mixed_Script_Detection
 */
export function isDeceptiveName(name: string): boolean {
  const isMixed = (word: string) => alphabets.filter((one) => one.test(word)).length > 1
  return (
    [address, host].some((one) => one.test(name.normalize('NFKC'))) ||
    [disguised, hidden].some((one) => one.test(name)) ||
    name.split(/[^\p{L}\p{M}]+/u).some(isMixed)
  )
}
