import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setHost } from "../host";
import { fakeHost } from "../host/fake";
import { forgetAnswers, invalidate, useQuery } from "./queries";

afterEach(cleanup);

function Shelves() {
  const { data, asking } = useQuery("shelves", {});
  return <p>{data === null ? "nothing" : `${data.length} shelves`}{asking ? ", asking" : ""}</p>;
}

test("an answer is shown even when it was asked for again before it came, and never after a newer one", async () => {
  const host = fakeHost();
  const answers: ((count: number) => void)[] = [];
  host.invoke = (() => new Promise((done) => answers.push((count) => done(Array.from({ length: count }, (_, at) => ({ id: String(at), name: "x", search: null, count: 0 })))))) as never;
  setHost(host);
  forgetAnswers();
  render(<Shelves />);
  act(() => invalidate("shelves"));
  act(() => invalidate("shelves"));
  expect(answers).toHaveLength(3);
  await act(async () => answers[0]?.(1));
  expect(screen.getByText("1 shelves, asking")).toBeTruthy();
  await act(async () => answers[2]?.(3));
  expect(screen.getByText("3 shelves")).toBeTruthy();
  await act(async () => answers[1]?.(2));
  expect(screen.getByText("3 shelves")).toBeTruthy();
});
