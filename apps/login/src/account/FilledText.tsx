/** A sentence with one highlighted value: `{email}` in the text. */
export function FilledText({ text, value }: { text: string; value: string }) {
  const [before, after] = text.split(/\{\w+\}/)
  return (
    <>
      {before}
      {after === undefined ? null : <b dir="auto">{value}</b>}
      {after}
    </>
  )
}
