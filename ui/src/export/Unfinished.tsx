// A run of an earlier start that was not finished: offered above the library until it goes on or is forgotten.
import { invalidate, useQuery } from "../data/queries";
import { asApiError, invoke } from "../host";
import { Banner, Button, toast } from "../kit";
import { useMessages } from "../messages";
import { navigation, useNavigation } from "../navigation";

export function UnfinishedExport() {
  const { say } = useMessages();
  const found = useQuery("batch_unfinished", {}).data;
  const exporting = useNavigation((state) => state.exporting);
  if (found === null || exporting !== null) return null;
  const { wish, done } = found;
  async function forget(): Promise<void> {
    try {
      await invoke("batch_forget", {});
    } catch (thrown) {
      toast({ text: asApiError(thrown).message });
    }
    invalidate("batch_unfinished");
  }
  return (
    <Banner tone="info" title={say("batch.unfinished", { done, total: wish.addresses.length })} hint={<bdi className="mono">{wish.folder}</bdi>}>
      <Button look="line" size="small" onPress={() => navigation.set({ exporting: wish.addresses, resuming: wish })}>{say("batch.resume")}</Button>
      <Button look="quiet" size="small" onPress={() => void forget()}>{say("batch.forget")}</Button>
    </Banner>
  );
}
