/** An email address that wraps after its @ where it has to. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf("@") + 1;
  return (
    <bdi>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
